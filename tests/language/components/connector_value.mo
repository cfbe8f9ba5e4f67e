// Sections 4.7 and 7.2: a connector that is a record with a causality takes a value as a whole, element by element of an array too.
// expect: seen[2].re at 0.5 = 2
// expect: seen[2].im at 0.5 = 0.5
// expect-check: 12 equations and 12 unknowns
record Pair
  Real re;
  Real im;
end Pair;
connector Output = output Pair;
model Converter
  Pair i[2];
equation
  i[1] = Pair(1, time);
  i[2] = Pair(2, time);
end Converter;
model Cage
  Converter converter;
  Output i[2] = converter.i;
end Cage;
model ConnectorValue
  Cage cage;
  Output seen[2];
equation
  connect(cage.i, seen);
end ConnectorValue;
