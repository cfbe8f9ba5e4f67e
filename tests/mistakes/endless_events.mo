// mica simulate
model EndlessEvents
  Boolean b(start = false, fixed = true);
equation
  b = time > 0.5 and not pre(b);
end EndlessEvents;
