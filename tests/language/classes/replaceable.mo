// Section 7.3: a component and a class replaced by others.
// expect: c.e.y at 0 = 20
// expect: d.e.y at 0 = 20              the k = 2 of the component wins over the k = 3 of the class
// expect: d.f.y at 0 = 10
model Ten
  parameter Real k = 1;
  Real y = 10*k;
end Ten;
model Thirty
  extends Ten;
  Real z = 3;
end Thirty;
model Holder
  replaceable model Part = Ten;
  Part e(k = 2);
  replaceable Ten f;
end Holder;
model Replaceable
  Holder c;
  Holder d(redeclare model Part = Thirty(k = 3), redeclare Thirty f(k = 1));
end Replaceable;
