// Must give x = 1 at the end and b = false at time = 0: time > 0 is false at the start and becomes true.
model WhenTimeAfterStart
  discrete Real x(start = 0, fixed = true);
  Boolean b = time > 0;
equation
  when time > 0 then
    x = 1;
  end when;
end WhenTimeAfterStart;
