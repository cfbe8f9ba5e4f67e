// A ladder of 60 sections, each a resistor in the line and one to ground. With the first node as the only iteration variable each section would multiply
// its error by 2.6, and nothing would be left at the other end. By the continued fraction from that end, at 2 V: v[k] = v[k-1]/d[k], d[60] = 2,
// d[k] = 3 - 1/d[k+1].
// expect: g[1].p.v at 1 = 0.7639320225 +- 1e-9
// expect: g[20].p.v at 1 = 8.740260678e-9 +- 1e-10
// expect: g[60].p.v at 1 = 2.3068e-25 +- 1e-9
// options: --stop-time 1 --interval 1
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Source
  Pin p;
equation
  p.v = 1 + time;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model ResistorLadder
  constant Integer n = 60;
  Resistor r[n], g[n];
  Source source;
  Ground ground;
equation
  connect(source.p, r[1].p);
  for i in 1:n - 1 loop
    connect(r[i].n, r[i + 1].p);
  end for;
  for i in 1:n loop
    connect(r[i].n, g[i].p);
    connect(g[i].n, ground.p);
  end for;
end ResistorLadder;
