// 'heat' is left at once when its own output passes a bound, and 'cool' computes an output that is below it again: at the third tick neither state agrees with its
// own condition.
// expect-stderr: error E6305
// expect-exit: 3
model ImmediateTransitionOnOwnOutput
  inner Integer level(start = 0);
  block Heat
    outer output Integer level;
  equation
    level = previous(level) + 4;
  end Heat;
  block Cool
    outer output Integer level;
  equation
    level = previous(level) - 1;
  end Cool;
  Heat heat;
  Cool cool;
equation
  initialState(heat);
  transition(heat, cool, level >= 10);
  transition(cool, heat, level <= 9);
  annotation (experiment(StopTime = 10));
end ImmediateTransitionOnOwnOutput;
