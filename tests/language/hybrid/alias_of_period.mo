// An integrand that vanishes at both ends of a span between two events must not be stepped over: the integral of sin^2 over a period is 1/2.
// expect: x at 1 = 0.5 +- 1e-4
// expect: x at 2 = 1 +- 1e-4
// options: --stop-time 2 --intervals 200
model AliasOfPeriod
  Real x(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = sin(2*3.141592653589793*time)^2;
  when sample(1, 1) then
    n = pre(n) + 1;
  end when;
end AliasOfPeriod;
