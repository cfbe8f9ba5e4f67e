// Section 8.6 and 11.1: an initial algorithm, and a parameter that is computed at the start.
// expect: p at start = 4
// expect: x at start = 8
// expect: q at start = 3
model InitialAlgorithm
  parameter Real p(fixed = false);
  parameter Real q(fixed = false, start = 1);
  Real x;
initial algorithm
  p := 1;
  for i in 1:3 loop
    p := p + 1;
  end for;
initial equation
  x = 2*p;
  q^2 = x + 1;
equation
  der(x) = 0;
end InitialAlgorithm;
