// Two tables that assert their range, and states that start at one end of them each: the Jacobian is taken on the other side.
// x = exp(-t) starts at the upper end of its table, y = 2*exp(-t/2) at that of its own, and z = exp(t) - 1 at a lower end.
// expect: x at end = 0.36787944 +- 1e-5
// expect: y at end = 1.21306132 +- 1e-5
// expect: z at end = 1.71828183 +- 3e-5
model TableWithBounds
  function inside
    input Real x, low, high;
    output Real y;
  algorithm
    assert(x >= low and x <= high, "outside the table");
    y := x;
  end inside;
  Real x(start = 1, fixed = true), y(start = 2, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = -inside(x, 0, 1);
  der(y) = -0.5*inside(y, 0, 2);
  der(z) = inside(z, 0, 5) + 1;
end TableWithBounds;
