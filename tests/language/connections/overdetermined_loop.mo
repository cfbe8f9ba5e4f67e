// Section 9.4: a ring of angles whose connector carries a redundant record, so that one connection of the loop is broken: the ring has
// 3*2 equations of bars, 2 of the ground, 3*2 of the connections that are left, 7 of bindings.
// The bars turn by 1, 2 and -3: the ring closes whichever connection is broken.
// expect-check: 21 equations and 21 unknowns
// expect: bar1.b.r.phi at end = 1
// expect: bar2.b.r.phi at end = 3
// expect: bar3.b.r.phi at end = 0
// expect: bar1.is_rooted at end = 1
// expect: bar1.a_is_root at end = 0
// expect: ground_is_root at end = 1
record Orientation
  Real phi;
  Real twice;
  function equalityConstraint
    input Orientation r1;
    input Orientation r2;
    output Real residue[0];
  algorithm
    residue := fill(0, 0);
  end equalityConstraint;
end Orientation;
connector Frame
  Orientation r;
end Frame;
model Bar
  Frame a, b;
  parameter Real turn;
  Integer is_rooted = if Connections.rooted(a.r) then 1 else 0;
  Integer a_is_root = if Connections.isRoot(a.r) then 1 else 0;
equation
  Connections.branch(a.r, b.r);
  b.r.phi = a.r.phi + turn;
  b.r.twice = a.r.twice + 2*turn;
end Bar;
model Ring
  Frame ground;
  Integer ground_is_root = if Connections.isRoot(ground.r) then 1 else 0;
  Bar bar1(turn = 1), bar2(turn = 2), bar3(turn = -3);
equation
  Connections.root(ground.r);
  ground.r.phi = 0;
  ground.r.twice = 0;
  connect(ground, bar1.a);
  connect(bar1.b, bar2.a);
  connect(bar2.b, bar3.a);
  connect(bar3.b, bar1.a);
end Ring;
