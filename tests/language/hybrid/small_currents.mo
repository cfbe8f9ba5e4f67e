// Quantities of 1e-9 and less have their events like others: i falls from 5 nA, and passes 1 nA and 1 pA.
// expect: first at end = 1.60943791243 +- 1e-5     ln 5
// expect: second at end = 8.51719319142 +- 1e-3    ln 5000
// expect: swings at end = 12                       the sine of 3 pA passes 1 pA twice in each of 6 periods
// options: --stop-time 10 --intervals 200 --tolerance 1e-8
model SmallCurrents
  Real x(start = 5, fixed = true);
  Real i = 1e-9*x;
  Real swing = 3e-12*sin(2*3.141592653589793*0.6*time);
  discrete Real first(start = 0, fixed = true), second(start = 0, fixed = true);
  Integer swings(start = 0, fixed = true);
  Boolean high = swing > 1e-12;
equation
  der(x) = -x;
  when i < 1e-9 then
    first = time;
  end when;
  when i < 1e-12 then
    second = time;
  end when;
  when change(high) then
    swings = pre(swings) + 1;
  end when;
end SmallCurrents;
