// Sizes inside functions that depend on values: the call is inlined where they are known at translation, and stays a call otherwise.
// Each function is asked for at translation (a structural parameter), before the start (a parameter) and while running (a discrete variable).
// expect: head at end = 14
// expect: head_at at start = 1
// expect: head_at at end = 5
// expect: points[2] at end = 2.5
// expect: alone[1] at end = 1
// expect: sum_points at end = 12
// expect: third at end = 3
// expect: model_slice at end = 8
function squares "The first n squared and added"
  input Real a[:];
  input Integer n;
  output Real y;
algorithm
  y := a[1:n]*a[1:n];
  annotation (Inline = true);
end squares;

function spread "n points from a to b; one point is a"
  input Real a, b;
  input Integer n;
  output Real v[n];
algorithm
  v := if n == 1 then {a} else linspace(a, b, n);
  annotation (Inline = true);
end spread;

function after "The first element of what is left when n are dropped"
  input Real a[:];
  input Integer n;
  output Real y;
protected
  Real rest[size(a, 1) - n];
algorithm
  rest := a[n + 1:end];
  y := rest[1];
  annotation (Inline = true);
end after;

model Sizes
  parameter Integer m = 3, one = 1, k = 3;
  parameter Real v[m] = {1, 2, 3};
  parameter Real head = squares(v, k);
  parameter Real points[m] = spread(1, 4, m);
  parameter Real alone[one] = spread(1, 4, one);
  Integer n = if time < 0.5 then 1 else 2;
  Real head_at = squares({1, 2, 3}, n);
  Real sum_points = sum(spread(v[2], 4, 4));
  Real third = after({time, 2*time, 3*time}, n);
  Real model_slice = sum(v[1:n]) + max(2*v[n:end]) - 1;
end Sizes;
