// Section 3.7.4.3, against the characteristics: what leaves at time t came in at the time t' with x(t') = x(t) - 1, or was there at the start.
// options: --interval 0.005
// accelerated: x = t + t²/2, so t' = sqrt(2·x(t) - 1) - 1; in0 = sin(2·t)
// expect: accelerated at 2 = -0.14934911 +- 2e-4       t' = sqrt(7) - 1
// expect: accelerated at 0.5 = 0.75                    x = 0.625: what was at 0.375
// expect: accelerated at start = 3
// turned: v = 1 until t = 1, then -1. At 1.5 there leaves at 0 what came in at 0.5; at 2.5, at 1.5 behind the turn, what came in at the other end at 1.5.
// expect: back at 0.5 = 0.5 +- 0.02                    what comes in itself, as it was at the last step
// expect: back at 1.5 = 0.5 +- 1e-3
// expect: back at 2.5 = 7.5 +- 1e-3
// expect: forth at 0.5 = 0
// step: 1 comes in from t = 0.25 on, and is out 1 s later, as a jump
// expect: step at 1.2 = 0 +- 1e-3
// expect: step at 1.3 = 1 +- 1e-3
// two quantities at once
// expect: pair[1] at 1.5 = 0.5 +- 1e-3
// expect: pair[2] at 1.5 = 5
// expect: pair[2] at 0.5 = 4
model SpatialDistribution
  Real x(start = 0, fixed = true), u(start = 3, fixed = true), s(start = 0, fixed = true);
  Real v = if time < 1 then 1 else -1;
  Real accelerated, back, forth, step, pair[2];
equation
  der(x) = 1 + time;
  (, accelerated) = spatialDistribution(sin(2*time), 0, x, true, {0, 0.5, 1}, {0, 1, 3});
  der(u) = v;
  (back, forth) = spatialDistribution(in0 = time, in1 = 6 + time, x = u, positiveVelocity = v >= 0);
  der(s) = 1;
  (, step) = spatialDistribution(if time < 0.25 then 0 else 1, 0, s, true);
  (, pair) = spatialDistribution({time, 5}, {0, 0}, s, true, {0, 1}, {{0, 0}, {4, 4}});
  annotation (experiment(StopTime = 2.5));
end SpatialDistribution;
