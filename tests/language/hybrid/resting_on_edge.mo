// A limiter that holds v at its limit as long as it is at the limit: the relation holds with equality, and rounding, by which (Vend - y) + y may be a little less
// than Vend, must not decide.
// expect: v at 0.3 = 1.5 +- 1e-9
// expect: v at end = 4.1 +- 1e-9
// expect: limited at end = true +- 0
// expect: ticks at end = 100 +- 0
// options: --interval 0.1
model RestingOnEdge
  parameter Real Vend = 4.1;
  Real v, x, y, z;
  Boolean limited;
  discrete Integer ticks(start = 0, fixed = true);
equation
  y = 1e5*sin(100*time);
  limited = v >= Vend;
  if limited then
    x = 3*(Vend - y) - z;
  else
    x = 5*time - y;
  end if;
  z = 2*x;
  v = x + y;
  when sample(0.01, 0.01) then
    ticks = pre(ticks) + 1;
  end when;
end RestingOnEdge;
