// options: --method inline-ros3 --step 0.05 --stop-time 40 --interval 10
// Three reactions at rates 4e-2, 3e7 and 1e4, of which the fastest balances within a step; y2 begins in balance, sqrt(0.04/3e7), since at y2 = 0 a linearised equation knows nothing of the
// fast rate. The values at 40 are those of Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.1, for y2 = 0 at the start, which makes a difference of 0.04 times a millisecond.
// expect: y1 at end = 0.7158270688 +- 3e-5
// expect: y2 at end = 0.9185534765e-5 +- 2e-9
// expect: y3 at end = 0.2841637457 +- 3e-5
model Robertson
  Real y1(start = 1 - 3.65e-5, fixed = true), y2(start = 3.65e-5, fixed = true, nominal = 1e-5), y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
end Robertson;
