// A transient at time zero that is over in 1e-24 s, far below what the end of the run could resolve.
// expect: v at start = 0
// expect: v at end = 1 +- 1e-6
// options: --stop-time 1e-7 --intervals 2
model TinyCapacitance
  Real v(start = 0, fixed = true);
equation
  1e-25*der(v) = 1 - v;
end TinyCapacitance;
