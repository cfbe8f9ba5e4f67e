// Two tanks whose levels become equal in finite time. Water flows into the second one only, and the temperature of the first stays as it is: what the errors of
// the steps make slosh back and forth afterwards must be far below the tolerance, for the warmer water that comes along adds up.
// expect: a at end = 2 +- 1e-5
// expect: warmed at end = 0 +- 1e-3
// options: --stop-time 100 --tolerance 1e-6
model EqualLevels
  Real a(start = 3, fixed = true), b(start = 1, fixed = true) "Levels";
  Real T(start = 323.15, fixed = true), U(start = 373.15, fixed = true) "Temperatures";
  Real q, d = a - b, warmed = T - 323.15;
  parameter Real small = 1e-6;
equation
  q = 0.032*d/(d*d + small*small)^0.25;
  der(a) = -q;
  der(b) = q;
  der(T) = noEvent(if q < 0 then -q*(U - T)/a else 0);
  der(U) = noEvent(if q > 0 then q*(T - U)/b else 0);
end EqualLevels;
