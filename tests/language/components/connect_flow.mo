// Section 9.2: flows of a connection sum to zero, others are equal; an unconnected flow is zero; a connector of a component inside a component.
// Two resistors in parallel (2 and 3 Ohm) at 6 V: 3 A and 2 A.
// expect: source.p.i at 0 = -5
// expect: pair.left.i at 0 = 3
// expect: pair.right.i at 0 = 2
// expect: lonely.p.i at 0 = 0
// expect-check: 25 equations and 25 unknowns
connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  parameter Real R;
  Pin p, n;
  Real i = p.i;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;
model Pair
  Pin p, n;
  Resistor left(R = 2), right(R = 3);
equation
  connect(p, left.p);
  connect(p, right.p);
  connect(left.n, n);
  connect(right.n, n);
end Pair;
model Source
  Pin p, n;
equation
  p.v - n.v = 6;
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model ConnectFlow
  Source source;
  Pair pair;
  Ground ground;
  Resistor lonely(R = 1);
equation
  connect(source.p, pair.p);
  connect(pair.n, ground.p);
  connect(source.n, ground.p);
  connect(lonely.n, ground.p);
end ConnectFlow;
