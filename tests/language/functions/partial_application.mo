// Section 12.4.2.1: functions with some inputs given, also of a function that is itself an argument.
// expect: line at 0 = 3.5                  the trapezoidal rule for 1 + x·5 on 0..1 is exact
// expect: surface at 0 = 0.25              x·y over the unit square: the rule is exact in each direction
// expect: bound at 0 = 14                  2·3 + 2·4
// expect: moving at 0.5 = 0.75             a·x on 0..1 with a = 3·time
partial function Integrand
  input Real x;
  output Real y;
end Integrand;
partial function SurfaceIntegrand
  input Real x;
  input Real y;
  output Real z;
end SurfaceIntegrand;
function quadrature
  input Real x1;
  input Real x2;
  input Integrand integrand;
  output Real integral;
algorithm
  integral := (x2 - x1)*(integrand(x1) + integrand(x2))/2;
end quadrature;
function linear
  input Real a;
  input Real x;
  input Real b;
  output Real y;
algorithm
  y := a + b*x;
end linear;
function quadratureOnce
  input Real x;
  input Real y1;
  input Real y2;
  input SurfaceIntegrand integrand;
  output Real z;
algorithm
  z := quadrature(y1, y2, function integrand(y = x));
end quadratureOnce;
function surfaceQuadrature
  input Real x1;
  input Real x2;
  input Real y1;
  input Real y2;
  input SurfaceIntegrand integrand;
  output Real integral;
algorithm
  integral := quadrature(x1, x2, function quadratureOnce(y1 = y1, y2 = y2, integrand = integrand));
end surfaceQuadrature;
function product
  extends SurfaceIntegrand;
algorithm
  z := x*y;
end product;
function twice
  input SurfaceIntegrand f;
  input Real k;
  output Real y;
algorithm
  y := apply(function f(x = k), 3) + apply(function f(x = k), 4);
end twice;
function apply
  input Integrand f;
  input Real x;
  output Real y;
algorithm
  y := f(x);
end apply;
model PartialApplication
  Real line = quadrature(0, 1, function linear(a = 1, b = 5));
  Real surface = surfaceQuadrature(0, 1, 0, 1, product);
  Real bound = twice(product, 2);
  Real moving = quadrature(0, 1, function linear(a = 0, b = 3*time));
end PartialApplication;
