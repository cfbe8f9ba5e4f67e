// Section 17.1: timeInState() is how long the active state has been active, 0 at the tick that it is entered at. Ticks each 0.1 s: the first state is left
// at 0.3 s, the second, by a transition with delay that is decided at 0.2 s after it was entered, at 0.6 s; then it begins again.
// options: --interval 0.05
// expect: a at 0.25 = true +- 0
// expect: a at 0.35 = false +- 0
// expect: a at 0.55 = false +- 0
// expect: a at 0.65 = true +- 0
// expect: first.t at 0.25 = 0.2
// expect: second.t at 0.35 = 0
// expect: second.t at 0.55 = 0.2
// expect: first.t at 0.65 = 0
block Clocked
  Real t;
equation
  t = timeInState();
end Clocked;
model TimeInState
  Clocked first, second;
  Boolean a = activeState(first);
  Real tick = sample(time, Clock(1, 10));
equation
  initialState(first);
  transition(first, second, timeInState() > 0.25 and tick >= 0);
  transition(second, first, timeInState() > 0.15, immediate = false);
  annotation (experiment(StopTime = 0.8));
end TimeInState;
