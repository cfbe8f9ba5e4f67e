// Section 12.7.2: functions that are partial derivatives of others, by one input and by two, through a call and an array.
// expect: a at 0 = 10                  of x^2*y + sin(y)/w[2] by x, 2*x*y
// expect: b at 0 = 1.6918589889347     x^2 + cos(y)/w[2], cos(5) = 0.283662185463226
// expect: c at 0 = 2                   by x and then by y: 2*x
// expect: d at 0 = 10                  by x twice: 2*y
// expect: e at 0 = 2                   of the second output, 2*u
function G
  input Real x;
  input Real y;
  input Real w[:] = {1, 0.41};
  output Real g;
algorithm
  g := x^2*y + sin(y)/w[2];
end G;
function Two
  input Real u;
  input Integer n = 1;
  output Real p = u;
  output Real q = 0;
algorithm
  for i in 1:n loop
    q := q + u*u;
  end for;
end Two;
function G_x = der(G, x);
function G_y = der(G, y);
function G_xy = der(G, x, y);
function G_xx = der(G, x, x);
function Two_u = der(Two, u);
model PartialDerivative
  Real a = G_x(1, 5);
  Real b = G_y(1, 5);
  Real c = G_xy(1, 5);
  Real d = G_xx(1, 5);
  Real one, e;
equation
  (one, e) = Two_u(1);
end PartialDerivative;
