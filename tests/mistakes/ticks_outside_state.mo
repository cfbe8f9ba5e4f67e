// mica simulate
model TicksOutsideState
  Boolean b = ticksInState() > 1;
end TicksOutsideState;
