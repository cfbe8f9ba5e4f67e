// A function of arrays in a branch that parameters rule out is not called: with the values that the other branch gives its arguments it would fail.
model CallInBranch
  function direction
    input Real r[2];
    output Real e[2];
  algorithm
    e := (1/(r*r))*r;
  end direction;
  parameter Real m = 0;
  Real r[2], e[2], x(start = 1, fixed = true);
equation
  der(x) = -x;
  if m > 0 then
    r = {x, 2};
    e = 2*r + direction(r);
  else
    r = {0, 0};
    e = {x, x};
  end if;
  // expect: e[2] at end = 0.36787944117144233 +- 1e-5
  // options: --stop-time 1
end CallInBranch;
