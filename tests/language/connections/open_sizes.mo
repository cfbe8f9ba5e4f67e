// Section 9.1.3: an element of an expandable connector may leave its sizes open; what it is connected to gives them.
// expect: sum at 0 = 6
// expect: other.bus.x[3] at 0 = 3
// expect-check: 13 equations and 13 unknowns
connector In = input Real;
connector Out = output Real;
expandable connector Bus
  Real x[:];
  Real unused[:];
end Bus;
model Sink
  In u[3];
end Sink;
model Part
  Bus bus;
  Sink sink;
equation
  connect(bus.x, sink.u);
end Part;
model OpenSizes
  Bus bus;
  Out source[3] = {1, 2, 3};
  Part other;
  Real sum = bus.x[1] + bus.x[2] + bus.x[3];
equation
  connect(source, bus.x);
  connect(bus, other.bus);
end OpenSizes;
