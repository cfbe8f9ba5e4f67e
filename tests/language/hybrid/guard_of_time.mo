// A root guarded by a relation of a signal of time alone, which starts on the edge: the branch of before has no values
// just after the start. The integral over four half waves of sqrt(|sin|) is 4*2.39628, signs alternate.
// expect: y at start = 0
// expect: area at end = 2.396280469471184 +- 1e-4     its slope is infinite at the edges
// expect: sizes at end = 9.58512187788474 +- 4e-4
// options: --stop-time 12.566370614359172 --interval 0.1 --tolerance 1e-7
model GuardOfTime
  Real s = sin(time);
  Real y = if s > 0 then sqrt(s) else -sqrt(-s);
  Real area(start = 0, fixed = true), sizes(start = 0, fixed = true);
equation
  der(area) = if time < 3.141592653589793 then y else 0;
  der(sizes) = abs(y);
end GuardOfTime;
