// After the initial instant homotopy is its first argument, so that the inverse of a function behind it serves: no system is left to iterate in the
// dynamics. The inverse is exact for positive arguments only, which shows that it was used: (-2)^2 = 4 would have two solutions.
// expect: x at end = 2
// expect: y at 0.5 = 1.5
model InverseBehindHomotopy
  function square
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    annotation (Inline = false, inverse(x = root(y)));
  end square;
  function root
    input Real y;
    output Real x;
  algorithm
    x := sqrt(y);
    annotation (Inline = false);
  end root;
  Real given(start = 1, fixed = true);
  Real x(start = -1) "Newton iteration from here would stay below zero";
  Real y(start = -1);
equation
  der(given) = 3;
  given = homotopy(square(x), x);
  2.25 + (time - 0.5) = homotopy(square(y), y);
  annotation (experiment(StopTime = 1));
end InverseBehindHomotopy;
