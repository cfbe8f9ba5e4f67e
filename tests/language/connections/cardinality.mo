// Section 3.7.4.3: how often a connector stands in connect-equations, inside and outside, in arrays element by element.
// expect: b[1].n at end = 1
// expect: b[2].n at end = 2
// expect: b[3].n at end = 0
// expect: b[3].p.v at end = 9        the branch for an unconnected one
// expect: b[1].p.v at end = 4
connector Pin
  Real v;
  flow Real i;
end Pin;
model Box
  Pin p;
  Integer n = cardinality(p);
  parameter Real v0 = 4;
equation
  if cardinality(p) == 0 then
    p.v = 9;
  elseif cardinality(p) == 1 then
    p.v = v0;
  else
    p.i = 0;
  end if;
end Box;
model Cardinality
  Box b[3];
  Pin ground;
equation
  connect(b[1].p, b[2].p);
  connect(b[2].p, ground);
end Cardinality;
