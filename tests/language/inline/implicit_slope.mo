// A derivative that its equation gives implicitly: torn so that the state follows from the slope by that equation, an error of the slope is one of the state of the same size, however short the step.
// Many short steps must add up to the solution, x = cos(time); what is left is the tolerance of their iterations.
// options: --method inline-rk2 --step 2e-5 --intervals 10
// expect: x at 0.5 = 0.8775825618903728 +- 3e-5
// expect: x at 1 = 0.5403023058681398 +- 3e-5
// expect: y at 1 = 0.5403023058681398 +- 3e-5
model ImplicitSlope
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true), z;
equation
  1.2*der(x) + 0.3*sin(der(x)) + 0.8*x = 0.8*cos(time) - 1.2*sin(time) - 0.3*sin(sin(time));
  // Two equations that both slopes are in.
  1.5*der(y) + 0.2*sin(z) + 0.8*y = 0.8*cos(time) - 1.5*sin(time) - 0.2*sin(sin(time));
  z + 0.1*z^3 = der(y) + 0.1*der(y)^3;
end ImplicitSlope;
