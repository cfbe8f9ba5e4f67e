// A branch of an algorithm that parameters rule out may have subscripts that fit another choice of them.
// expect: y at end = 3
// expect: h[1] at end = 1
block Part
  parameter Integer n = 0;
  Real h[n];
  Real y;
algorithm
  y := 1;
  if n > 1 then
    h[2] := time;
    y := 2;
  elseif n > 0 then
    h[1] := time;
    y := 1.5;
  else
    y := 1.5;
  end if;
end Part;
model Parts
  Part none, one(n = 1);
  Real y = none.y + one.y;
  Real h[1] = one.h;
end Parts;
