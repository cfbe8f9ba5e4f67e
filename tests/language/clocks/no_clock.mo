// Section 16.5.2, the example of noClock: y is the present value of x, z its left limit.
// expect: x at 0.25 = 0.3
// expect: y at 0.25 = 0.3
// expect: z at 0.25 = 0.2
// expect: y at 0.35 = 0.3
model NoClock
  Clock clk1 = Clock(0.1);
  Clock clk2 = subSample(clk1, 2);
  Real x(start = 0), y(start = 0), z(start = 0);
equation
  when clk1 then
    x = previous(x) + 0.1;
  end when;
  when clk2 then
    y = noClock(x);
    z = sample(hold(x));
  end when;
end NoClock;
