// Must be refused by check (exit code 1): the dimension is counted by Integer (by E), and the subscript is a Boolean.
model BooleanSubscript
  type E = enumeration(a, b);
  Real p[E] = {1, 2};
  Real q[3] = {1, 2, 3};
  Real x = p[time > 0.5];
  Real y = q[time > 0.5];
end BooleanSubscript;
