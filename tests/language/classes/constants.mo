// Section 3.8: constants of packages that depend on each other, in any order, with functions.
// expect: y at 0 = 12
// expect: n at 0 = 3
package P
  constant Real b = 2*a;
  constant Real a = Square(c);
  constant Real c = 2;
  constant Integer names = size(list, 1);
  constant String list[:] = {"one", "two", "three"};
  function Square
    input Real x;
    output Real y = x*x;
  algorithm
  end Square;
end P;
model Constants
  Real y = P.a + P.b;
  Integer n = P.names;
end Constants;
