within Mica.MultiBody;
package Examples "Bodies that move"
  extends Icons.Package;

  model Pendulum "A physical pendulum"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Revolute joint(n={0, 1, 0}, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Body body(m=2, rc={0.5, 0, 0}, I={0, 0.1, 0.1}) annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
  equation
    connect(world.frame, joint.a) annotation (Line(points={{-60, 0}, {-30, 0}}, color={95, 95, 95}));
    connect(joint.b, body.a) annotation (Line(points={{-10, 0}, {20, 0}}, color={95, 95, 95}));
    annotation (experiment(StopTime=3, Interval=0.01, Tolerance=1e-9), Documentation(info="<html><p>Falls from the horizontal: <code>(I + m*l^2)*phi'' = m*g*l*cos(phi)</code>.</p></html>"));
  end Pendulum;

  model RotatingPendulum "An arm that turns about the vertical and a pendulum at its end"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-100, -10}, {-80, 10}})));
    Revolute turn(n={0, 0, 1}, phi(start=0, fixed=true), w(start=3, fixed=true)) annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
    Bar arm(r={0.4, 0, 0}) annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Body armBody(m=1, rc={-0.2, 0, 0}, I={0.001, 0.02, 0.02}) annotation (Placement(transformation(extent={{10, -50}, {30, -30}})));
    Revolute swing(n={1, 0, 0}, phi(start=1, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Body bob(m=0.5, rc={0, 0, -0.3}, I={0.004, 0.004, 0.0005}) annotation (Placement(transformation(extent={{50, -10}, {70, 10}})));
    Units.Energy energy "Of all bodies: stays";
    Real momentum(unit="kg.m2/s") "Angular momentum about the vertical: stays";
  protected
    Units.Position rb[3] "Centre of mass of the bob";
    Units.Position ra[3] "Centre of mass of the arm";
    Real spin[3](each unit="kg.m2/s") "Of both bodies about their centres of mass, in the world";
  equation
    rb = bob.a.r + transpose(bob.a.R.T)*bob.rc;
    ra = armBody.a.r + transpose(armBody.a.R.T)*armBody.rc;
    spin = transpose(bob.a.R.T)*(bob.I .* bob.a.R.w) + transpose(armBody.a.R.T)*(armBody.I .* armBody.a.R.w);
    energy = armBody.energy + bob.energy;
    momentum = bob.m*(rb[1]*bob.vc[2] - rb[2]*bob.vc[1]) + armBody.m*(ra[1]*armBody.vc[2] - ra[2]*armBody.vc[1]) + spin[3];
    connect(world.frame, turn.a) annotation (Line(points={{-80, 0}, {-70, 0}}, color={95, 95, 95}));
    connect(turn.b, arm.a) annotation (Line(points={{-50, 0}, {-30, 0}}, color={95, 95, 95}));
    connect(arm.b, armBody.a) annotation (Line(points={{-10, 0}, {0, 0}, {0, -40}, {10, -40}}, color={95, 95, 95}));
    connect(arm.b, swing.a) annotation (Line(points={{-10, 0}, {10, 0}}, color={95, 95, 95}));
    connect(swing.b, bob.a) annotation (Line(points={{30, 0}, {50, 0}}, color={95, 95, 95}));
    annotation (experiment(StopTime=5, Interval=0.01, Tolerance=1e-9), Documentation(info="<html><p>No torque acts about the vertical and nothing is damped: angular momentum and energy stay what they are at the start.</p></html>"));
  end RotatingPendulum;

  model FreeBody "A body of two equal moments of inertia flies and tumbles"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Body body(m=1, I={1, 1, 2}, a(r(each start=0, each fixed=true), R(T(start=identity(3), each fixed=true), w(start={1, 0, 5}, each fixed=true))), v(each start=0, each fixed=true)) annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
    annotation (experiment(StopTime=2, Interval=0.01, Tolerance=1e-9), Documentation(info="<html><p>Euler's equations have the solution <code>w = {cos(5*t), sin(5*t), 5}</code>; the centre of mass falls by <code>g*t^2/2</code>.</p></html>"));
  end FreeBody;
end Examples;
