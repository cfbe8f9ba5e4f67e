// A chain of n links in a plane with a driven joint before each: put into an implicit method, n angles are all that has to be found by iteration.
package Planar "Bodies in a plane"
  connector Frame
    Real x, y, phi;
    flow Real fx, fy, tau;
  end Frame;
  model Ground
    Frame b;
  equation
    b.x = 0; b.y = 0; b.phi = 0;
  end Ground;
  model DrivenJoint "A revolute joint with a spring, a damper and friction"
    Frame a, b;
    parameter Real start = 0;
    Real q(start = start, fixed = true, stateSelect = StateSelect.always) "Angle", w(start = 0, fixed = true, stateSelect = StateSelect.always), acc, tau;
  equation
    b.phi = a.phi + q;
    b.x = a.x;
    b.y = a.y;
    w = der(q);
    acc = der(w);
    tau = -5*(q - 0.3*sin(time)) - 2*w - 0.5*tanh(10*w);
    a.tau + b.tau = 0;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    b.tau = -tau;
  end DrivenJoint;
  model Link
    Frame a, b;
    parameter Real L = 1, m = 1, J = 0.1, g = 9.81;
    Real cx, cy, vx, vy, w;
  equation
    b.x = a.x + L*cos(a.phi);
    b.y = a.y + L*sin(a.phi);
    b.phi = a.phi;
    cx = a.x + L/2*cos(a.phi);
    cy = a.y + L/2*sin(a.phi);
    vx = der(cx);
    vy = der(cy);
    w = der(a.phi);
    m*der(vx) = a.fx + b.fx;
    m*der(vy) = a.fy + b.fy - m*g;
    J*der(w) = a.tau + b.tau + L/2*(cos(a.phi)*(b.fy - a.fy) - sin(a.phi)*(b.fx - a.fx));
  end Link;
  model Chain
    parameter Integer n = 3;
    Ground ground;
    DrivenJoint joint[n](start = {0.2*k for k in 1:n});
    Link link[n];
  equation
    connect(ground.b, joint[1].a);
    for k in 1:n loop
      connect(joint[k].b, link[k].a);
    end for;
    for k in 1:n - 1 loop
      connect(link[k].b, joint[k + 1].a);
    end for;
  end Chain;
end Planar;
