// A relation with events stands behind one without: while the outer branch is not taken nothing evaluates the inner relation, and its value of
// the start is out of date when the branch is taken. The inner one changes at 0.5, the outer at 1; y = if time > 0.5 then 2 else 1 from then on.
// expect: y at 0.8 = 0 +- 0
// expect: y at 1.5 = 2 +- 0
// expect: y at end = 2 +- 0
// options: --stop-time 2 --interval 0.1
model HeldBehindNoEvent
  Real x(start = 0, fixed = true);
  Real y = if noEvent(x > 1) then (if 2*x > 1 then 2 else 1) else 0;
equation
  der(x) = 1;
end HeldBehindNoEvent;
