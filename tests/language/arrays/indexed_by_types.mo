// Sections 10.1 and 11.2.2.1: dimensions counted by an enumeration or Boolean, and loops whose variable runs over the values of the type.
// expect: y at 0 = 6
// expect: z at 0 = 3                   x[false] = 1, x[true] = 2
// expect: n at 0 = 2                   a function decides about the size
type Kind = enumeration(One, Two, Three);
function Positive
  input Integer x[:];
  output Integer found[:];
algorithm
  for i in 1:size(x, 1) loop
    if x[i] > 0 then
      found := cat(1, found, {x[i]});
    end if;
  end for;
end Positive;
model IndexedByTypes
  Real k[Kind];
  Real x[Boolean];
  Real y = sum(k);
  Real z = sum(x);
  parameter Integer a[:] = {-2, 1, 0, 4};
  Integer p[:] = Positive(a);
  Integer n = size(p, 1);
equation
  for i loop
    k[i] = Integer(i);
  end for;
  for b loop
    x[b] = if b then 2 else 1;
  end for;
end IndexedByTypes;
