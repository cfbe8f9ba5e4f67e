// Section 17.3.2: a transition with synchronize waits until all machines inside the state it leaves are in states that nothing leads out of. Ticks each
// 1 s. The first machine inside is in its final state from tick 3 on (n = 3 at tick 2, one tick of delay), the second from tick 5 on; the transition,
// delayed too, is made at tick 6.
// options: --interval 0.5
// expect: atFirst at 2.5 = true +- 0
// expect: atFirst at 3.5 = false +- 0
// expect: left at 4.5 = false +- 0
// expect: left at 5.5 = false +- 0
// expect: left at 6.5 = true +- 0
// expect: inside.one.n at 7.5 = 3 +- 0
block Counting
  Integer n(start = 0);
equation
  n = previous(n) + 1;
end Counting;
block Still
end Still;
block Inside
  Counting one, two;
  Still oneDone, twoDone;
equation
  initialState(one);
  transition(one, oneDone, one.n >= 3, immediate = false);
  initialState(two);
  transition(two, twoDone, two.n >= 5, immediate = false);
end Inside;
model Synchronize
  Inside inside;
  Still outside;
  Boolean left = activeState(outside), atFirst = activeState(inside.one);
  Real tick = sample(time, Clock(1));
equation
  initialState(inside);
  transition(inside, outside, tick >= 0, immediate = false, synchronize = true);
  annotation (experiment(StopTime = 8));
end Synchronize;
