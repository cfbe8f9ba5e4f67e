// A signal that jumps in the event iteration right after initialization: what delay() gives for times before the start is its value at initialization, and
// the jump arrives after the delay like any other.
// expect: n at end = 1
// expect: late at 0.25 = 0
// expect: late at 0.75 = 1
// expect: area at end = 0.5       of the delayed step, over one second
model DelayOfFirstEvent
  Boolean is_on = not initial() "Specification 8.6: rises in the first event iteration";
  Integer n(start = 0, fixed = true) "Counts what is switched on";
  Real late = delay(n, 0.5);
  Real area(start = 0, fixed = true);
equation
  when is_on then
    n = pre(n) + 1;
  end when;
  der(area) = late;
  annotation (experiment(StopTime = 1));
end DelayOfFirstEvent;
