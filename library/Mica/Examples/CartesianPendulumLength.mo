within Mica.Examples;
model CartesianPendulumLength "Planar pendulum in its coordinates, whose length follows from where it starts"
  extends Icons.Example;
  parameter Units.Acceleration g = 9.81 "Acceleration of gravity";
  parameter Units.Mass m = 1 "Mass of the bob";
  parameter Units.Length L(fixed=false, start=1) "Length of the rod, computed at the start";
  Units.Position x(start=0.3, fixed=true) "Place to the right of the pivot";
  Units.Position y(start=0.4, fixed=true) "Height over the pivot";
  Units.Velocity vx(start=0, fixed=true) "Velocity to the right";
  Units.Velocity vy "Velocity upwards";
  Real F(unit="N/m") "Force in the rod, divided by its length";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x;
  m*der(vy) = -F*y - m*g;
  x^2 + y^2 = L^2;
  annotation (
    experiment(StopTime=2, Tolerance=1e-9),
    Documentation(info="<html><p>As <a href=\"modelica://Mica.Examples.PolarPendulumLength\">PolarPendulumLength</a>, in the other coordinates. It starts over the pivot and swings
through: which of <code>x</code> and <code>y</code> is a state changes on the way.</p>
<p>Mattsson, Elmqvist, Otter, Olsson: <em>Initialization of Hybrid Differential-Algebraic Equations in Modelica 2.0</em>, 2002.</p>
</html>"));
end CartesianPendulumLength;
