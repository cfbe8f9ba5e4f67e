// Delays of a signal that is faster than the states, and of a state by less than a step: both are what they were then.
// expect: y at 7.3 = 0.8792730617 +- 1e-4     sin(4*(7.3 - 0.5)) = sin(27.2)
// expect: slope at 5 = 9.9 +- 1e-4            of t^2 over the last 0.1
// expect: slope at 10 = 19.9 +- 1e-4
// options: --stop-time 10 --intervals 100
model DelayShorterThanSteps
  Real x(start = 1, fixed = true), square(start = 0, fixed = true);
  Real y = delay(sin(4*time), 0.5);
  Real slope = (square - delay(square, 0.1))/0.1;
equation
  der(x) = -1e-4*x;
  der(square) = 2*time;
end DelayShorterThanSteps;
