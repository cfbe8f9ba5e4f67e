// Section 5.4: an outer class is the inner one around it; `inner outer` reads the outer value and gives another to what is inside.
// expect: e.d.y at 0 = 3
// expect: f.d.y at 0 = 4
// expect: from_outside at 0 = 2        a reference to it, from inside and from outside, means the outer one
// expect: s.sub.leaf.seen at 0 = 12    the leaf sees the inner one
partial function A
  input Real u;
  output Real y;
end A;
function B
  extends A;
algorithm
  y := u;
end B;
function C
  extends A;
algorithm
  y := u + 1;
end C;
model D
  outer function fc = A;
  Real y = fc(3);
end D;
model E
  inner function fc = B;
  D d;
end E;
model F
  inner function fc = C;
  D d;
end F;
model Leaf
  outer Real level;
  Real seen = level;
end Leaf;
model Sub
  inner outer Real level = level + 10;
  Leaf leaf;
end Sub;
model S
  inner Real level = 2;
  Sub sub;
end S;
model OuterClasses
  E e;
  F f;
  S s;
  Real from_outside = s.sub.level;
end OuterClasses;
