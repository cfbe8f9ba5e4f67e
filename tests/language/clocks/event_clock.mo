// Section 16.3, the example of event clocks: the tick is at 0.5, where b2 is true already. interval() is startInterval first, then the time between
// ticks. x = sin(2*pi*time) comes above 0.001 just after 0, 1, 2 and 3.
// options: --interval 0.01
// expect: b2 at 0.49 = false +- 0
// expect: b2 at 0.5 = true +- 0
// expect: n at 0.9 = 0 +- 0
// expect: n at 1.01 = 1 +- 0
// expect: n at 2.01 = 2 +- 0
// expect: h at 0.9 = 0.25
// expect: h at 2.01 = 1 +- 1e-5
// expect: every at 1.9 = 0 +- 0
// expect: every at 3.2 = 2 +- 0
model EventClock
  Boolean b = time >= 0.5;
  Boolean b2 = sample(b, Clock(b));
  Real x(start = -0.0001, fixed = true), v(start = 6.283185307179586, fixed = true);
  Clock c = Clock(x > 0.001, startInterval = 0.25);
  Integer n(start = -1);
  Real h;
  Integer every = subSample(n, 2);
equation
  der(x) = v;
  der(v) = -39.47841760435743*x;
  when c then
    n = previous(n) + 1;
    h = interval();
  end when;
  annotation (experiment(StopTime = 3.5, Tolerance = 1e-8));
end EventClock;
