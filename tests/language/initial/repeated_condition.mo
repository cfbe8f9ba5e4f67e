// Section 8.6: conditions that repeat others, word by word or by a chain, are left out. Taken for more than that, they push out one that counts.
model Base
  parameter Real r0(fixed = false), s0(fixed = false);
  Real r = 2 + x, x(start = 1, fixed = true);
initial equation
  r0 = r;
equation
  der(x) = r0 - r;
end Base;

model RepeatedCondition
  extends Base;
  Real y(start = 4);
initial equation
  r0 = r;
  s0 = r0;
  r = s0;
equation
  der(y) = s0 - y;
  // expect-stderr: an initial condition that follows from the others: r0 = r is left out
  // expect-stderr: an initial condition that follows from the others: r = s0 is left out
  // expect-stderr: start values that are not fixed are used for y
  // expect: x at start = 1
  // expect: r0 at start = 3
  // expect: s0 at start = 3
  // expect: y at start = 4
end RepeatedCondition;
