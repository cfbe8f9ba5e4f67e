// A function that calls itself without end is a failure of the model: the run ends with exit code 3, and the result up to there is kept.
// expect-exit: 3
// expect-stderr: the recursion of ResultBeforeFault.Endless is too deep
// expect: x at 0.4 = 0.4
// expect: y at 0.4 = 0
model ResultBeforeFault
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
end ResultBeforeFault;
