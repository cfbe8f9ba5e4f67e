// Branches with different numbers of equations: the parameters decide, though nothing else asked for their values.
model BranchesByParameter
  parameter Integer a = 2, b = 2;
  Real x, y;
equation
  if a == b then
    x = time;
    y = 2*x;
  else
    x + y = 1;
    x - y = 0;
    0 = sin(x);
  end if;
  // expect: y at 1 = 2
  // options: --stop-time 1
end BranchesByParameter;
