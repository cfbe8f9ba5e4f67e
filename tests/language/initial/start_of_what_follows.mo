// Two pressures are iterated on, and their start values make the flow between them impossible; a start value of the difference is given, too. Where the first attempt fails, all variables with start
// values are iterated on. The solution is that of scipy.optimize.fsolve for two equations.
model StartOfWhatFollows
  parameter Real p_start = 1e5;
  Real p1(start = p_start), p2(start = p_start + 1e4), d(start = 1e4), m[2];
equation
  d = p1 - p2;
  m[1] = 0.01*sqrt(p1/1e5*d);
  m[2] = 0.02*sqrt(p2/1e5*d);
  p1 = 2e5 - 1e3*(m[1] + m[2])^2;
  p2 = 1e5 + 2e3*m[1]^2 + 1e3*m[2]^2;
  // expect: p1 at 0 = 159628.5425 +- 0.01
  // expect: p2 at 0 = 126995.3987 +- 0.01
  // options: --stop-time 1 --intervals 1
end StartOfWhatFollows;
