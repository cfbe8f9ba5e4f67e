// What the letter of the specification forbids, libraries do and other tools accept: warnings.
// expect-stderr: warning W3112
// expect-stderr: (specification 7.1.3)
// expect-stderr: warning W3110
// expect-stderr: (specification 7.3.3)
// expect-stderr: warning W3014
// expect-stderr: (specification 4.4.5)
// expect-stderr: warning W3406
// expect-stderr: (specification 7.2.5)
// expect: part.k at end = 3
// expect: group[2].part.k at end = 7
// expect: y at end = 1
// expect: m.A[2,2] at end = 4
package Lenient
  model Icon
  end Icon;
  package Icons
    extends Icon;
    constant Real one = 1;
  end Icons;
  model A
    parameter Real k = 1;
  end A;
  model Holder
    replaceable A part;
  end Holder;
  model Once
    extends Holder(redeclare A part(k = 2));
  end Once;
end Lenient;
model Group
  Lenient.A part;
end Group;
model Test
  Group group[2](part(each k = 7));
  extends Lenient.Once(redeclare Lenient.A part(k = 3));
  record Matrix
    parameter Integer n = 2;
    Real A[:, size(A, 1)];
  end Matrix;
  Matrix m(redeclare Real A[m.n, m.n] = {{1, 2}, {3, 4}});
  Real x = 1 if true;
  Real y = x*Lenient.Icons.one;
end Test;
