// Section 8.3.4: in a branch of an if-equation that does not hold nothing is evaluated, also not a function with several results or an array.
// The functions fail for arguments that they are not made for.
// expect: y at 0.25 = 0
// expect: y at 1 = 1
// expect: a at 1 = 1
// expect: b at 1 = 3
// expect: v[2] at 0.25 = -1
// expect: v[2] at 1 = 2
// expect: w at 1 = 3
function two
  input Real x[:];
  output Real y;
  output Integer n;
algorithm
  assert(x[1] > 0.4, "called where the branch is not taken");
  y := x[1];
  n := size(x, 1);
end two;
function doubled
  input Real x;
  output Real y[2];
algorithm
  assert(x > 0.4, "called where the branch is not taken");
  y := {x, 2*x};
end doubled;
model Branches
  Boolean on = time > 0.5;
  Real y, a, v[2], w;
  Integer b;
  parameter Boolean never = false;
equation
  if on then
    y = two({time, 0});
    (a, b) = two({time, 0, 0});
    v = doubled(time);
    w = sum(doubled(time));
  else
    y = 0;
    a = 0;
    b = 0;
    v = {-1, -1};
    // The same call, in no branch that holds now.
    w = if on then sum(doubled(time)) else 0;
  end if;
  if never then
    assert(two({-1}) > 0, "not reached");
  end if;
end Branches;
