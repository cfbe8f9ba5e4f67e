// Section 12.4: positional, named and default arguments, several outputs, outputs left out.
// expect: a at 0 = 123
// expect: b at 0 = 189
// expect: c at 0 = 723
// expect: q at 0 = 3
// expect: r at 0 = 2
// expect: r2 at 0 = 2
function Digits
  input Real hundreds;
  input Real tens = 2;
  input Real ones = hundreds + 2;
  output Real y;
algorithm
  y := 100*hundreds + 10*tens + ones;
end Digits;
function Divide
  input Integer a, b;
  output Integer quotient, remainder;
algorithm
  quotient := div(a, b);
  remainder := a - b*quotient;
end Divide;
model Arguments
  Real a = Digits(1);
  Real b = Digits(1, ones = 9, tens = 8);
  Real c = Digits(ones = 3, hundreds = 7);
  Integer q, r, r2;
equation
  (q, r) = Divide(17, 5);
  (, r2) = Divide(17, 5);
end Arguments;
