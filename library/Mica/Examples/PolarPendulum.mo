within Mica.Examples;
model PolarPendulum "Planar pendulum in its angle, started from a height"
  extends Icons.Example;
  parameter Units.Acceleration g = 9.81 "Acceleration of gravity";
  parameter Units.Mass m = 1 "Mass of the bob";
  parameter Units.Length L = 0.5 "Length of the rod";
  Units.Angle phi(start=1) "Angle, zero where the pendulum hangs at rest; the start value is a guess";
  Units.AngularVelocity w(start=0, fixed=true) "Angular velocity";
  Units.Position x(start=L) "Place to the right of the pivot; the start value only says which of two places is meant";
  Units.Position y(start=0, fixed=true) "Height over the pivot";
equation
  der(phi) = w;
  m*L*L*der(w) = -m*g*L*sin(phi);
  x = L*sin(phi);
  y = -L*cos(phi);
  annotation (
    experiment(StopTime=2, Tolerance=1e-8),
    Documentation(info="<html>
<p>The states are <code>phi</code> and <code>w</code>, yet the initial condition is one of <code>y</code>: the pendulum starts in a horizontal position. There are two; the start values of <code>x</code> and
<code>phi</code> are guesses that pick the one on the right.</p>
<p>Mattsson, Elmqvist, Otter, Olsson: <em>Initialization of Hybrid Differential-Algebraic Equations in Modelica 2.0</em>, 2002.</p>
</html>"));
end PolarPendulum;
