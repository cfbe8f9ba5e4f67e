// Must end with exit code 3, the name of the function, 'the recursion is too deep' (as at translation), and the result up to time = 0.5 kept.
model RecursionAtRunTime
  function f
    input Real n;
    output Real m;
  algorithm
    m := if n < 0 then n else f(n + 1) + 1;
  end f;
  Real x(start = 0, fixed = true);
  Real y = if time < 0.5 then 0 else f(time);
equation
  der(x) = 1;
end RecursionAtRunTime;
