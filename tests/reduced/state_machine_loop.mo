// Must end in an error at time 8, where no choice of the active state agrees with v == 0 (a strong immediate transition on the output of its own state).
model StateMachineLoop "An immediate transition on what the state computes"
  inner Integer v(start = 0);
  block S1
    outer output Integer v;
  equation
    v = previous(v) + 2;
  end S1;
  block S2
    outer output Integer v;
  equation
    v = previous(v) - 1;
  end S2;
  S1 s1;
  S2 s2;
equation
  initialState(s1);
  transition(s1, s2, v >= 6, immediate = false);
  transition(s2, s1, v == 0);
  annotation (experiment(StopTime = 20));
end StateMachineLoop;
