// Section 16.7.5: factors that are left out follow from clocks that are given on both sides.
// expect: slow at 0.35 = 0.3
// expect: fast at 0.35 = 0.35
// expect: back at 0.29 = 0.1
// expect: again at 0.3 = 0.3
// expect: again at 0.34 = 0.3
model InferredFactor
  Real fast = sample(time, Clock(1, 100));
  Real slow = subSample(fast);
  Real again = superSample(slow);
  Real back = previous(slow);
  Real use = again + sample(0.0, Clock(1, 50));
equation
  when Clock(1, 10) then
    assert(slow >= 0, "on the slow clock");
  end when;
end InferredFactor;
