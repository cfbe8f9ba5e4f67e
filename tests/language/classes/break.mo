// Section 7.4: an heir takes away a component, with the connections that refer to it, or a connection alone.
// expect: less.a.p at 0 = 1
// expect: less.c.p at 0 = 0
// expect: cut.b.p at 0 = 0             its only connection is gone, and its flow is 0
// expect-check: 12 equations and 12 unknowns
connector Pin
  Real p;
  flow Real f;
end Pin;
model Source
  Pin pin;
  Real p = pin.p;
  parameter Real level = 1;
equation
  pin.p = level;
end Source;
model Load
  Pin pin;
  Real p = pin.p;
equation
  pin.f = p;
end Load;
model Whole
  Source a;
  Load b, c;
equation
  connect(a.pin, b.pin);
  connect(b.pin, c.pin);
end Whole;
model Less
  extends Whole(break b);
end Less;
model Cut
  extends Whole(break connect(b.pin, a.pin), break c);
end Cut;
model Break
  Less less;
  Cut cut;
end Break;
