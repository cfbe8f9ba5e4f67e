// Section 10.7: arrays of size zero, of variables, components and loops, change nothing and break nothing.
// expect: y at 0 = 1
// expect: s at 0 = 0
// expect: p at 0 = 1
model Part
  Real x = 1;
end Part;
model ZeroSize
  parameter Integer n = 0;
  Real v[n];
  Real m[n, 3];
  Part parts[n];
  Real y = 1 + sum(parts.x) + sum(m);
  Real s = sum(v);
  Real p = product(v);
equation
  for i in 1:n loop
    v[i] = i;
  end for;
  m = zeros(n, 3);
end ZeroSize;
