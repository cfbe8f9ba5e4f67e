// Section 17.3.6: outputs of the states of a machine connected together are one source, that of the active state. Ticks each 1 s; the machine is in
// up at ticks 0, 1, 2 (y = 1, 2, 3), in down from tick 3 on (y = -1, -2, …).
// expect: taken.u at 0.5 = 1
// expect: taken.u at 2.5 = 3
// expect: taken.u at 3.5 = -1
// expect: taken.u at 4.5 = -2
// expect: total.u at 4.5 = -2
connector In = input Integer;
connector Out = output Integer;
block Up
  Out y(start = 0);
equation
  y = previous(y) + 1;
end Up;
block Down
  Out y(start = 0);
equation
  y = previous(y) - 1;
end Down;
block Taken
  In u;
end Taken;
model MergedOutputs
  Up up;
  Down down;
  Taken taken, total;
  Integer n(start = 0) = sample(if time < 2.5 then 0 else 1, Clock(1));
equation
  initialState(up);
  transition(up, down, n > 0, immediate = true);
  connect(up.y, down.y);
  connect(up.y, taken.u);
  connect(taken.u, total.u);
  annotation (experiment(StopTime = 5));
end MergedOutputs;
