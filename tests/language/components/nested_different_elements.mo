// Arrays of components inside of arrays of components that differ: mid[1] has one leaf, mid[2] and mid[3] have two, of which the second is larger.
// The node mid[i].q is held at 1 V by conductances of 1 S to 1 V, and in mid[2] and mid[3] to 1 V and 2 V of the second leaf: (1 + 1 + 2)/3.
// expect: mid[1].q.v at 0 = 1
// expect: mid[2].q.v at 0 = 1.3333333333
// expect: mid[3].leaf[2].z[2] at 1 = 6
// expect: mid[2].s at 1 = 7                1 + 2·3 at time 1: z of leaf j is {j·k…}
// expect: t at 1 = 15
connector Pin
  Real v;
  flow Real i;
end Pin;
model Leaf
  parameter Integer k;
  Real z[k] = {k*h*time*(if k == 1 then 1 else 1.5) for h in 1:k};
  Pin p[k];
equation
  for i in 1:k loop
    p[i].i = p[i].v - i;
  end for;
end Leaf;
model Mid
  parameter Integer m = 2;
  Leaf leaf[m](k = 1:m);
  Real s = sum(leaf[j].z[end] for j in 1:m);
  Real widths = sum(size(leaf[j].z, 1) for j in 1:m);
  Pin q;
equation
  for j in 1:m loop
    for h in 1:leaf[j].k loop
      connect(q, leaf[j].p[h]);
    end for;
  end for;
end Mid;
model NestedDifferentElements
  Mid mid[3](m = {1, 2, 2});
  Real t = sum(mid.s);
end NestedDifferentElements;
