// A function of a state inside an algebraic loop: its derivative is needed for the Jacobian. y + Cube(y) = 10 at y = 2.
// expect: y at 0 = 2
// expect: y at 1 = 2.0743407586            y + y^3 = 11
function Cube
  input Real x;
  output Real y;
protected
  Real square;
algorithm
  square := x*x;
  y := square*x;
end Cube;
model Differentiated
  Real y(start = 1);
equation
  y + Cube(y) = 10 + time;
end Differentiated;
