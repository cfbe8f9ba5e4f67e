// mica simulate
model NoMemoryAtRunTime
  function Large
    input Integer n;
    output Real m;
  protected
    Real a[n, n];
  algorithm
    a[n, n] := 1;
    m := a[n, n];
  end Large;
  Real x(start = 0, fixed = true);
  Real y = if time < 0.5 then 0 else Large(1000000);
equation
  der(x) = 1;
end NoMemoryAtRunTime;
