// A state event at the very time of a time event, up to rounding: x is back at 0 when the distance from mark to mark becomes 3 instead of 1. At that time the
// distance is 3, and the mark at 0 is not set.
// expect: mark at 0.74 = -8 +- 1e-6
// expect: mark at 1.02 = -1 +- 1e-6
// expect: mark at 1.06 = 2 +- 1e-6
// options: --start-time 0.5 --stop-time 1.06 --interval 0.001
model CoincidingEvents
  parameter Real A = 8.2;
  constant Real pi = 3.141592653589793;
  Real x = A*sin(2*pi*time);
  Real distance = if time >= 1 then 3 else 1;
  discrete Real mark(start = 0, fixed = true);
equation
  when distance <= abs(x - pre(mark)) then
    mark = x;
  end when;
end CoincidingEvents;
