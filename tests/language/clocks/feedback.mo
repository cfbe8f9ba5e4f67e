// A plant der(x) = u with a sampled controller u = -2*x every 0.1 s: x is multiplied by 1 - 0.2 from tick to tick.
// expect: x at 0.1 = 0.8
// expect: x at 0.05 = 0.9
// expect: x at 1 = 0.1073741824          0.8^10
// expect: first at 0.05 = true +- 0
// expect: first at 0.15 = false +- 0
model Feedback
  Real x(start = 1, fixed = true), u, xd, ud;
  Boolean first;
equation
  der(x) = u;
  u = hold(ud);
  xd = sample(x, Clock(1, 10));
  when Clock() then
    ud = -2*xd;
    first = firstTick(xd);
  end when;
end Feedback;
