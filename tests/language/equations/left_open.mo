// Nothing flows until time = 1: the equation of the temperature is 0 = 0, and it keeps its start value. From then on T = 2 + m.
// expect: T at 0.5 = 7
// expect: T at 1.5 = 2.5
// expect: T at 2.5 = 3.5
// expect-stderr: warning W6319: nothing determines T at time = 0: '-((-2.0)*m - Q)/m' is 0/0, and the variable keeps its value
// options: --stop-time 4 --interval 0.125
model LeftOpen
  Real m = max(0, time - 1), Q = m*m;
  Real T(start = 7);
equation
  Q = m*(T - 2);
end LeftOpen;
