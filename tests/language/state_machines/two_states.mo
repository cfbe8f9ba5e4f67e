// Section 17: the counter of the specification's introductory papers. i goes up by 2 until it passes 10, down by 1 until it is below 1; transitions are
// delayed, so a condition that holds at one tick moves the machine at the next. Ticks every 0.1 s; at the first, i = 2.
// i: 2 4 6 8 10 12 | 11 10 … 1 0 | 2 …: 12 > 10 at tick 6 (0.5 s), down from tick 7; 0 < 1 at tick 18 (1.7 s), up from tick 19.
// options: --interval 0.05
// expect: i at 0.05 = 2 +- 0
// expect: i at 0.55 = 12 +- 0
// expect: i at 0.65 = 11 +- 0
// expect: i at 1.75 = 0 +- 0
// expect: i at 1.85 = 2 +- 0
// expect: up at 0.55 = true +- 0
// expect: up at 0.65 = false +- 0
model TwoStates
  inner Integer i(start = 0);
  block Up
    outer output Integer i;
  equation
    i = previous(i) + 2;
  end Up;
  block Down
    outer output Integer i;
  equation
    i = previous(i) - 1;
  end Down;
  Up state1;
  Down state2;
  Boolean up = activeState(state1);
  Real tick = sample(time, Clock(1, 10));
  Integer use = i + (if tick > 100 then 1 else 0);
equation
  initialState(state1);
  transition(state1, state2, i > 10, immediate = false);
  transition(state2, state1, i < 1, immediate = false);
  annotation (experiment(StopTime = 2));
end TwoStates;
