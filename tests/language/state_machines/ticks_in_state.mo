// The example of section 17.1: A1 becomes active at 10 ms, stays for 5 ticks, and is not active at 15 ms. x counts the ticks of A1 and starts anew
// when A1 is entered again with reset; y does not.
// options: --interval 0.0005
// expect: a1 at 0.0095 = false +- 0
// expect: a1 at 0.010 = true +- 0
// expect: a1 at 0.0145 = true +- 0
// expect: a1 at 0.0155 = false +- 0
// expect: A1.x at 0.0145 = 5 +- 0
// expect: A1.x at 0.0165 = 5 +- 0          not active: it stays
// expect: A1.x at 0.0185 = 2 +- 0          entered again at 17 ms, from 0
// expect: t at 0.0145 = 0.004
model TicksInState
  block State
    Integer x(start = 0);
  equation
    x = previous(x) + 1;
  end State;
  State A0, A1, A2;
  Boolean a1 = activeState(A1);
  Real now = sample(time, Clock(1, 1000));
  Real t = now - 0.01;
equation
  initialState(A0);
  transition(A0, A1, now > 0.0095);
  transition(A1, A2, ticksInState() >= 5, immediate = false);
  transition(A2, A1, ticksInState() >= 2, immediate = false);
  annotation (experiment(StopTime = 0.02));
end TicksInState;
