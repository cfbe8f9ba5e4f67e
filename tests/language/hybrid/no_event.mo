// Section 3.7.5.1: noEvent guards a square root against the wrong side without an event; smooth may do so.
// expect: y at 0 = 0
// expect: y at 1 = 0.7071067812
// expect: z at 1 = 0.5
// options: --interval 0.1
model NoEvent
  Real x = time - 0.5;
  Real y = noEvent(if x > 0 then sqrt(x) else 0);
  Real z = smooth(0, if x > 0 then x else 0);
end NoEvent;
