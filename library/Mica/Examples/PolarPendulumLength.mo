within Mica.Examples;
model PolarPendulumLength "Planar pendulum in its angle, whose length follows from where it starts"
  extends Icons.Example;
  parameter Units.Acceleration g = 9.81 "Acceleration of gravity";
  parameter Units.Mass m = 1 "Mass of the bob";
  parameter Units.Length L(fixed=false, start=1) "Length of the rod, computed at the start";
  Units.Angle phi(start=2) "Angle, zero where the pendulum hangs at rest; the start value is a guess";
  Units.AngularVelocity w(start=0, fixed=true) "Angular velocity";
  Units.Position x(start=0.3, fixed=true) "Place to the right of the pivot";
  Units.Position y(start=0.4, fixed=true) "Height over the pivot";
equation
  der(phi) = w;
  m*L*L*der(w) = -m*g*L*sin(phi);
  x = L*sin(phi);
  y = -L*cos(phi);
  annotation (
    experiment(StopTime=2, Tolerance=1e-8),
    Documentation(info="<html>
<p>Both coordinates are given at the start, and with them the length: <code>L</code> is a parameter with <code>fixed = false</code>, an unknown of the initialization problem.</p>
<p>Mattsson, Elmqvist, Otter, Olsson: <em>Initialization of Hybrid Differential-Algebraic Equations in Modelica 2.0</em>, 2002.</p>
</html>"));
end PolarPendulumLength;
