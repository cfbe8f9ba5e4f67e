// Section 16.5.2, the example of superSample: ySub takes every fourth value, ySubSuper shows it at five ticks each.
// options: --interval 0.01
// expect: y at 3.5 = 3 +- 0
// expect: ySub at 3.9 = 0 +- 0
// expect: ySub at 4 = 4 +- 0
// expect: ySub at 7.99 = 4 +- 0
// expect: ySubSuper at 4 = 4 +- 0
// expect: ySubSuper at 7.9 = 4 +- 0
// expect: count at 7.9 = 10 +- 0          ticks at 0, 0.8, …, 7.2
model SubSuperSample
  Integer y = integer(sample(time + 0.5, Clock(1)));
  Integer ySub = subSample(y, 4);
  Integer ySubSuper = superSample(ySub, 5);
  Integer count(start = 0) = previous(count) + (if ySubSuper >= 0 then 1 else 0);
  annotation (experiment(StopTime = 10));
end SubSuperSample;
