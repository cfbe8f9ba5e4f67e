// Components of an array whose arrays of connectors have no elements: what asks about connections and streams in loops over these asks for nothing.
// expect: p[2].y at end = false
// expect: p[1].z at end = 1
// expect: p[2].k at end = 0
model NoConnectorsInArrays
  connector C
    input Boolean set;
  end C;
  connector F
    Real v;
    flow Real m;
    stream Real h;
  end F;
  model P
    parameter Integer n = 0;
    C c[n];
    F f[n];
    Boolean y = sum(if c[i].set then 1 else 0 for i in 1:n) > 0;
    Real z = 1 + sum(inStream(f[i].h) for i in 1:n);
    Integer k = sum(cardinality(c[i]) for i in 1:n);
  equation
    for i in 1:n loop
      assert(cardinality(c[i]) <= 1, "connected more than once");
      f[i].h = inStream(f[i].h);
      f[i].v = 1;
    end for;
  end P;
  P p[2];
end NoConnectorsInArrays;
