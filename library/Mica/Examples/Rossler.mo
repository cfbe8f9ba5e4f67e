within Mica.Examples;
model Rossler "The attractor of Rössler"
  extends Icons.Example;
  parameter Real a = 0.2;
  parameter Real b = 0.2;
  parameter Real c = 8;
  Real x(start=1, fixed=true);
  Real y(start=3, fixed=true);
  Real z(start=0, fixed=true);
equation
  der(x) = -y - z;
  der(y) = x + a*y;
  der(z) = b + x*z - c*z;
  annotation (
    experiment(StopTime=40, Interval=0.04, Tolerance=1e-9),
    Documentation(info="<html>
<p>Never periodic and never at rest. Draw it with <code>mica simulate Mica.Examples.Rossler --plot x,y,z</code>.</p>
<p>Fritzson, Gunnarsson, Jirstrand: <em>MathModelica: an Extensible Modeling and Simulation Environment</em>, 2002.</p>
</html>"));
end Rossler;
