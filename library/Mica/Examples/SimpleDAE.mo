within Mica.Examples;
model SimpleDAE "Two equations in which both derivatives are nonlinear"
  extends Icons.Example;
  Real x1(start=0, fixed=true);
  Real x2(start=0, fixed=true);
equation
  der(x1)/(1 + der(x1)^2) + sin(der(x2))/(1 + der(x1)^2) + x1*x2 + x1 = 1;
  sin(der(x1)) - der(x2)/(1 + der(x1)^2) - 2*x1*x2 + x1 = 0;
  annotation (
    experiment(StopTime=10, Tolerance=1e-8),
    Documentation(info="<html>
<p>The derivatives cannot be made explicit: at every point a nonlinear system of two equations is solved for them.</p>
<p>Fritzson, Gunnarsson, Jirstrand: <em>MathModelica: an Extensible Modeling and Simulation Environment</em>, 2002.</p>
</html>"));
end SimpleDAE;
