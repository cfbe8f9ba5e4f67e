// A signal of an array of buses takes over attributes of the array that it is connected to: those that are the same for all elements.
// expect: bus[2].u at end = 4
// expect: h at end = 0               a branch that is never taken may subscript an array without elements
model BusArrayAttributes
  connector Output = output Real;
  expandable connector Bus
  end Bus;
  block Two
    parameter Integer n = 2;
    Output y[n](final unit = fill("m3/s", n), final min = {0, 1}) = {3, 4};
  end Two;
  type Mode = enumeration(Plain, Stored);
  parameter Mode mode = Mode.Plain;
  parameter Integer n = if mode == Mode.Stored then 3 else 0;
  Two two;
  Bus bus[2];
  Real stored[n];
  Integer i;
  Real h;
algorithm
  when initial() then
    i := 1;
    h := 0;
    if mode == Mode.Stored then
      stored[i] := time;
      h := stored[i];
    end if;
  end when;
equation
  connect(two.y, bus.u);
end BusArrayAttributes;
