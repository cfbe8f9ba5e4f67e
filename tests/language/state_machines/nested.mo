// A machine inside of a state runs while the state is active, and starts anew with it. Ticks every second. Outer: a (with b, c inside) for 3 ticks, then
// rest for 1 tick, and again. Inner: b at the first tick of a, c afterwards.
// options: --interval 0.5
// expect: inB at 0.5 = true +- 0
// expect: inC at 0.5 = false +- 0
// expect: inC at 2.5 = true +- 0
// expect: inC at 3.5 = false +- 0
// expect: inRest at 3.5 = true +- 0
// expect: inB at 4.5 = true +- 0
// expect: inC at 5.5 = true +- 0
model Nested
  block Leaf
    Integer n(start = 0) = previous(n) + 1;
  end Leaf;
  block Around
    Leaf b, c;
  equation
    initialState(b);
    transition(b, c, ticksInState() >= 1, immediate = false);
  end Around;
  Around a;
  Leaf rest;
  Boolean inB = activeState(a.b), inC = activeState(a.c), inRest = activeState(rest);
  Real now = sample(time, Clock(1));
  Boolean late = now > 100 and inRest;
equation
  initialState(a);
  transition(a, rest, ticksInState() >= 3, immediate = false);
  transition(rest, a, true, immediate = false);
  annotation (experiment(StopTime = 8));
end Nested;
