// Section 3.7.4.3: cardinality of the elements of an array of connectors that is empty, in a loop that has no rounds.
// expect: x at 1 = 1
// expect-check: 1 equations and 1 unknowns
connector Pin
  Real p;
  flow Real f;
end Pin;
model Ports
  parameter Integer n = 0;
  Pin pins[n];
equation
  for i in 1:n loop
    assert(cardinality(pins[i]) <= 1, "connected more than once");
    pins[i].p = 1;
  end for;
end Ports;
model CardinalityOfNone
  Ports s;
  Real x = time;
end CardinalityOfNone;
