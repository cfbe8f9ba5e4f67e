within Mica.Examples;
model HeatRod "Heat in a rod, discretised in space"
  extends Icons.Example;
  parameter Units.Length L = 1 "Length of the rod";
  parameter Integer n(min=3) = 50 "Number of elements";
  final parameter Units.Length dx = L/n "Length of an element";
  parameter Real a(unit="m2/s") = 1 "Diffusivity";
  parameter Units.Time day = 24 "Period of the temperature at the left end";
  Real u[n + 1] "Temperature at the places 0, dx, 2*dx, …";
initial equation
  u[2:n] = 20*sin(Constants.pi/2*(1:n - 1)*dx/L) + 300*ones(n - 1);
equation
  u[1] = 20*sin(2*Constants.pi*time/day) + 300;
  der(u[2:n]) = a*(u[3:n + 1] - 2*u[2:n] + u[1:n - 1])/(dx*dx);
  u[n + 1] = u[n - 1];
  annotation (
    experiment(StopTime=1, Tolerance=1e-8),
    Documentation(info="<html>
<p>The temperature at the left end follows the time of the day; no heat leaves at the right end. The equations stay arrays in <code>mica show flat</code>.</p>
<p>Elmqvist, Mattsson, Olsson: <em>New Methods for Hardware-in-the-loop Simulation of Stiff Models</em>, 2002.</p>
</html>"));
end HeatRod;
