// Must be an error of the model (exit code 1 or 3) that names f and says that its recursion does not end.
model EndlessRecursion "A recursion without an end"
  function f
    input Integer n;
    output Integer r;
  algorithm
    r := f(n + 1);
  end f;
  Integer k = f(1);
end EndlessRecursion;
