within Mica.Examples;
model CartesianPendulum "Planar pendulum in its coordinates: a DAE of index 3"
  extends Icons.Example;
  parameter Units.Acceleration g = 9.81 "Acceleration of gravity";
  parameter Units.Mass m = 1 "Mass of the bob";
  parameter Units.Length L = 0.5 "Length of the rod";
  Units.Position x(start=0.3, fixed=true) "Place to the right of the pivot";
  Units.Position y(start=-0.4) "Height over the pivot; the start value only says which of two heights is meant";
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
    experiment(StopTime=2, Tolerance=1e-8),
    Documentation(info="<html>
<p>Four derivatives, but one constraint that holds at all times: only two of the variables are free at the start. The constraint is differentiated twice; here, where the bob stays below
the pivot, <code>x</code> and <code>vx</code> can be the states throughout.</p>
<p>Mattsson, Elmqvist, Otter, Olsson: <em>Initialization of Hybrid Differential-Algebraic Equations in Modelica 2.0</em>, 2002.</p>
</html>"));
end CartesianPendulum;
