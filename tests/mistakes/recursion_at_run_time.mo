// mica simulate
model RecursionAtRunTime
  function Endless
    input Real n;
    output Real m;
  algorithm
    m := if n < 0 then n else Endless(n + 1) + 1;
  end Endless;
  Real x(start = 0, fixed = true);
  Real y = if time < 0.5 then 0 else Endless(time);
equation
  der(x) = 1;
end RecursionAtRunTime;
