// Section 5.4 with 9.2: connections to an outer connector meet at the inner one. Three bodies give heat 1, 2, 3 to one ambience.
// expect: sink.p.Q at 0 = 6
// expect: b[2].source.p.T at 0 = 20
connector Port
  Real T;
  flow Real Q;
end Port;
model Source
  parameter Real heat;
  Port p;
equation
  p.Q = -heat;
end Source;
model Body
  parameter Real heat;
  outer Port ambience;
  Source source(heat = heat);
equation
  connect(source.p, ambience);
end Body;
model Sink
  Port p;
equation
  p.T = 20;
end Sink;
model InnerConnector
  inner Port ambience;
  Body b[3](heat = {1, 2, 3});
  Sink sink;
equation
  connect(ambience, sink.p);
end InnerConnector;
