// Section 7.3.2: a redeclaration without a condition of its own keeps that of the original declaration.
// expect: on.p.x at 0 = 2
// expect-check: 1 equations and 1 unknowns
model Plain
  Real x = 1;
end Plain;
model Other
  extends Plain(x = 2);
end Other;
model Holder
  parameter Boolean use = false;
  replaceable Plain p if use;
end Holder;
model Redeclaring
  extends Holder(redeclare Other p);
end Redeclaring;
model RedeclaredCondition
  Redeclaring off;
  Redeclaring on(use = true);
end RedeclaredCondition;
