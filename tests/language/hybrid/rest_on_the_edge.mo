// A signal that comes to rest exactly on the edge of a relation, at an event of its source, and leaves it the way it came. The relation changes at both ends,
// also where both branches have the same value there and the integrator goes on without a restart.
// expect: up at 0.45 = 1
// expect: up at 0.55 = 1
// expect: up at 0.65 = 0
// expect: above at 0.45 = 1
// expect: above at 0.65 = 0
// expect: flux at 0.7 = -1.5     3 times -0.5: the branch for negative values
// expect: x at end = -1.2        3 times the area: 0.2 + 0.1 + 0.1
model RestOnTheEdge
  Real u = if time < 0.2 then -1 elseif time < 0.4 then (time - 0.4)/0.2 elseif time < 0.6 then 0 elseif time < 0.8 then (0.6 - time)/0.2 else -1;
  Boolean up = u >= 0;
  Boolean above = not u < 0;
  Real flux = if u >= 0 then 5*u else 3*u "No jump at the edge";
  Real x(start = 0, fixed = true);
equation
  der(x) = flux;
  annotation (experiment(StopTime = 0.8, Interval = 0.05));
end RestOnTheEdge;
