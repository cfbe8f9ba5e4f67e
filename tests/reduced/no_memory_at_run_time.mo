// Must end with E9002 or exit code 3, and the result up to time = 0.5 kept (run under ulimit -v 8000000).
model NoMemoryAtRunTime
  function f
    input Integer n;
    output Real m;
  protected
    Real a[n, n];
  algorithm
    a[n, n] := 1;
    m := a[n, n];
  end f;
  Real x(start = 0, fixed = true);
  Real y = if time < 0.5 then 0 else f(100000);
equation
  der(x) = 1;
end NoMemoryAtRunTime;
