// A diode that asks a function whether it is closed: the answer is part of a loop, and it changes at events.
// expect: off at 1.5 = false +- 0
// expect: off at 2 = true +- 0
// expect: u at 2 = -0.4161468365471424
// expect: i at 1.5 = 0.0707372016677029
// expect: i at 2 = 0
// expect: off at 5 = false +- 0
// expect: changes at end = 2 +- 0
// options: --stop-time 6 --interval 0.5
model DiscreteLoopByFunction
  function IsNegative
    input Real x;
    output Boolean y;
  algorithm
    y := x < 0;
    annotation (Inline = false);
  end IsNegative;
  Real s(start = 1), u, i, v = cos(time);
  Boolean off(start = false);
  Integer changes(start = 0, fixed = true);
equation
  off = IsNegative(s);
  u = if off then s else 0;
  i = if off then 0 else s;
  v = u + i;
  when change(off) then
    changes = pre(changes) + 1;
  end when;
end DiscreteLoopByFunction;
