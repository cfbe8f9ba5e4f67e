// Section 8.6: initial equations that are meant for parameters with fixed = false. The start values of states that are left open count before those of the
// parameters, which are guesses, whether given or not; of the states, one where fixed = false is written comes last.
model ParameterMeant
  parameter Real p(fixed = false), q(fixed = false, start = 7), r(fixed = false, start = 100);
  Real x(start = 2), y(start = 3, fixed = false), z(start = 5), v;
  Real a(start = 1), b = r*a;
initial equation
  p = v;
  der(y) = 0;
  q = 2*z;
  b = 12;
equation
  v = x^2;
  der(x) = p - v;
  der(y) = q - y;
  der(z) = 1;
  der(a) = 0;
  // expect-stderr: the initial conditions leave 3 unknowns open
  // expect: x at start = 2
  // expect: p at start = 4                                 2^2
  // expect: z at start = 5
  // expect: q at start = 10                                2*5
  // expect: y at start = 10                                at rest
  // expect: a at start = 1
  // expect: r at start = 12
  // expect: x at end = 2                                   at rest by chance: p = v
end ParameterMeant;
