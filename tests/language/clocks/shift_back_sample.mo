// Section 16.5.2, the example of backSample: before the clock of yShift ticks, backSample gives its start value.
// options: --interval 0.01
// expect: yShift at 0.1 = 10 +- 0
// expect: yShift at 0.2 = 0 +- 0
// expect: yShift at 1.19 = 0 +- 0
// expect: yShift at 1.2 = 1 +- 0
// expect: yBack at 0 = 10 +- 0
// expect: yBack at 0.9 = 10 +- 0
// expect: yBack at 1 = 0 +- 0
// expect: yBack at 2 = 1 +- 0
// expect: yShift2 at 1 = 0 +- 0
// expect: yShift2 at 3.5 = 2 +- 0
model ShiftBackSample
  Integer y = integer(sample(time + 0.5, Clock(1)));
  Integer yShift(start = 10) = shiftSample(y, 1, 5);
  Integer yBack = backSample(yShift, 1, 5);
  Integer yShift2 = shiftSample(yShift, 4, 5);
  annotation (experiment(StopTime = 4));
end ShiftBackSample;
