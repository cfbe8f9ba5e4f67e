// A ball that bounces without a word of what happens at rest. It lies still from sqrt(2*h/g)*(1 + e)/(1 - e) = 0.6325*3 = 1.897 on, until it is pulled up by a
// force that grows from 3 on: it leaves the floor when that is its weight, at 3 + 10/5 = 5, and rises by 5*(t - 5)^3/6.
// expect: ball.h at 2.5 = 0 +- 1e-6
// expect: ball.v at 2.5 = 0 +- 1e-9
// expect: ball.h at 4.9 = 0 +- 1e-6
// expect: ball.h at end = 0.8333333 +- 1e-4
// expect: bounces at 2.5 = 10 +- 30      at least ten, and not thousands
// expect-stderr: W6353
// expect-stderr: ball.h <= 0.0 changes in ever shorter intervals
// options: --stop-time 6 --interval 0.1
model ComesToRest
  model Ball
    parameter Real e = 0.5;
    Real h(start = 2, fixed = true), v(start = 0, fixed = true), pull;
  equation
    der(h) = v;
    der(v) = pull - 10;
    when h <= 0 then
      reinit(v, -e*pre(v));
    end when;
  end Ball;
  Ball ball(pull = if time > 3 then 5*(time - 3) else 0);
  Integer bounces(start = 0, fixed = true);
equation
  when ball.h <= 0 then
    bounces = pre(bounces) + 1;
  end when;
end ComesToRest;
