// mica check
model EndlessRecursion
  function Down
    input Integer n;
    output Integer y;
  algorithm
    y := Down(n - 1);
  end Down;
  constant Integer n = Down(3);
  Real x[n] = ones(n);
end EndlessRecursion;
