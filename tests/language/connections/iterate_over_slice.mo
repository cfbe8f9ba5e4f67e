// A loop runs over a slice: the connectors c of an array of components.
// expect: s at end = 6
// expect: n[2].c.v at end = 2
// expect: t[3] at end = 3
model IterateOverSlice
  connector C
    Real v;
    flow Real i;
  end C;
  model N
    C c;
    parameter Real k = 1;
  equation
    c.v = k;
  end N;
  N n[3](k = {1, 2, 3});
  Real s = sum(x.v for x in n.c), t[3] = {x.v for x in n.c};
end IterateOverSlice;
