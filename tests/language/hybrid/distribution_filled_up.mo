// Initial points of a distribution that end before 1: the rest of the line has the last value. What comes out at x is the profile at 1 - x.
// expect-stderr: warning W3248
// expect-stderr: (specification 3.7.4.2)
// expect: b at 0.25 = 4
// expect: b at 0.75 = 3 +- 1e-4
model DistributionFilledUp
  Real x(start = 0, fixed = true), a, b;
equation
  der(x) = 1;
  (a, b) = spatialDistribution(2, 0, x, true, initialPoints = {0, 0.5}, initialValues = {2, 4});
  annotation (experiment(StopTime = 1, Interval = 0.05));
end DistributionFilledUp;
