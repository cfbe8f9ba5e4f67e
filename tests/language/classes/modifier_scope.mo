// Section 7.2: the value of a modifier is looked up where it is written, the outer modifier wins, and unmodified names keep their declared values.
// expect: b.a.p at start = 30
// expect: b.a.q at start = 2
// expect: b.a.r at start = 7
// expect: c.p at start = 100
model A
  parameter Real p = 1;
  parameter Real q = 2*1;
  parameter Real r = 3;
end A;
model B
  parameter Real p = 20;
  A a(p = p, r = 6);
end B;
model ModifierScope
  parameter Real p = 30;
  parameter Real q = 99;
  B b(a(p = p, r = 7));
  A c(p = p + 70);
end ModifierScope;
