// mica simulate --stop-time 6 --interval 0.5
model DiscreteWithoutEvent "A diode that asks a function whether it is closed: no event comes when the answer changes"
  function isNegative
    input Real x;
    output Boolean y;
  algorithm
    y := x < 0;
    annotation (Inline = false);
  end isNegative;
  Real s(start = 1), u, i, v = cos(time);
  Boolean off(start = false);
equation
  off = isNegative(s);
  u = if off then s else 0;
  i = if off then 0 else s;
  v = u + i;
end DiscreteWithoutEvent;
