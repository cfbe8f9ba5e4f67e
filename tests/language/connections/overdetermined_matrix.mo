// Section 9.4: an overdetermined type that is an array: the node is the whole of it. A ring of two bars and a joint whose connector carries sine and
// cosine of an angle; equalityConstraint has one residue, so one connection of the ring is broken to one equation instead of two. The bars turn by 1
// and 2, so the joint must turn by -3. Unknowns: 7 frames of 2 + 1, and phi.
// expect-check: 22 equations and 22 unknowns
// expect: bar1.b.r[1] at end = 0.8414709848       sin(1)
// expect: bar2.b.r[2] at end = -0.9899924966      cos(3)
// expect: joint.phi at end = -3
type Angle
  extends SinCos;
  function equalityConstraint
    input Angle r1;
    input Angle r2;
    output Real residue[1];
  algorithm
    residue := {r1[1]*r2[2] - r1[2]*r2[1]};
  end equalityConstraint;
end Angle;
type SinCos = Real[2];
connector Frame
  Angle r;
  flow Real t;
end Frame;
model Bar
  Frame a, b;
  parameter Real turn;
equation
  Connections.branch(a.r, b.r);
  b.r = {a.r[1]*cos(turn) + a.r[2]*sin(turn), a.r[2]*cos(turn) - a.r[1]*sin(turn)};
  a.t + b.t = 0;
end Bar;
model Joint
  Frame a, b;
  Real phi(start = -2.8);
equation
  Connections.branch(a.r, b.r);
  b.r = {a.r[1]*cos(phi) + a.r[2]*sin(phi), a.r[2]*cos(phi) - a.r[1]*sin(phi)};
  a.t + b.t = 0;
  b.t = 0;
end Joint;
model Ground
  Frame f;
equation
  Connections.root(f.r);
  f.r = {0, 1};
end Ground;
model Ring
  Ground ground;
  Bar bar1(turn = 1), bar2(turn = 2);
  Joint joint;
equation
  connect(ground.f, bar1.a);
  connect(bar1.b, bar2.a);
  connect(bar2.b, joint.a);
  connect(joint.b, ground.f);
end Ring;
