// Sections 4.6 and 7.3: the causality of a function's variable by its type, or by the declaration that it redeclares.
// expect: x[3] at 0 = 6
// expect: y at 0 = 5
type In = input Real;
type Out = output Real[3];
function F
  In u;
  Out y;
algorithm
  y := {u, 2*u, 3*u};
end F;
function G
  replaceable input Real x;
  replaceable output Real y;
algorithm
  y := x;
end G;
function H = G(redeclare Real x = 3, redeclare Real y = 4);
model CausalityByType
  Real x[3] = F(2);
  Real y = H(5);
end CausalityByType;
