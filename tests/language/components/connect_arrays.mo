// Section 9.2: whole arrays, slices and loops of connectors. A chain of 5 equal conductors between 0 and 10: the inner nodes are at 2, 4, 6, 8.
// expect: c[1].b.T at 0 = 2
// expect: c[3].b.T at 0 = 6
// expect: c[5].a.T at 0 = 8
// expect: c[5].b.T at 0 = 10
connector Port
  Real T;
  flow Real Q;
end Port;
model Conductor
  Port a, b;
equation
  a.Q = a.T - b.T;
  a.Q + b.Q = 0;
end Conductor;
model Fixed
  parameter Real T;
  Port p;
equation
  p.T = T;
end Fixed;
model ConnectArrays
  constant Integer n = 5;
  Conductor c[n];
  Port cells[2];
  Fixed ends[2](T = {0, 10});
equation
  connect(c[1:n - 1].b, c[2:n].a);
  for i in 1:2 loop
    connect(ends[i].p, cells[i]);
  end for;
  connect(cells[1], c[1].a);
  connect(cells[2], c[end].b);
end ConnectArrays;
