// A square grid of resistors with a state in each, all of them coupled by one linear system of equations whose matrix changes with the states:
// the derivatives of each state depend on all states. The left edge is at 7 V, the right one at 0 V, so that the current in each of the seven
// resistors of a row is 1/r by symmetry and none flows between the rows, whose resistances then follow der(r) = 1000*(1 + 1/r - r), whose limit is
// the golden ratio, and der(r) = 1000*(1 - r) from 2 down to 1. Kirchhoff's laws give the current through the whole grid: 8/r.
// expect: row[4].r[4] at 0.1 = 1.618033988749895 +- 1e-5
// expect: row[1].r[7] at 0.1 = 1.618033988749895 +- 1e-5
// expect: column[3].r[2] at 0.1 = 1 +- 1e-5
// expect: total at 0.1 = 4.94427190999916 +- 1e-4
// expect: total at start = 8 +- 1e-6
// expect: difference at 0.0005 = 0 +- 1e-5
// expect: difference at 0.002 = 0 +- 1e-5
// options: --stop-time 0.1 --interval 0.0005
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor "whose resistance follows its current"
  parameter Real start = 1;
  parameter Real gain = 1;
  Real r(start = start, fixed = true);
  Real v, i;
  Pin p, n;
equation
  v = p.v - n.v;
  v = r*i;
  p.i = i;
  n.i = -i;
  der(r) = 1000*(1 + gain*i - r);
end Resistor;

model Line "resistors in a row"
  parameter Integer n = 7;
  parameter Real start = 1;
  parameter Real gain = 1;
  Resistor each_one[n](each start = start, each gain = gain);
  Real r[n] = each_one.r;
  Pin pin[n + 1];
equation
  for k in 1:n loop
    connect(pin[k], each_one[k].p);
    connect(each_one[k].n, pin[k + 1]);
  end for;
end Line;

model Source
  parameter Real v = 0;
  Pin p;
equation
  p.v = v;
end Source;

model CoupledGrid
  constant Integer n = 7;
  Line row[n + 1](each n = n);
  Line column[n - 1](each n = n, each start = 2, each gain = 0);
  Source left(v = n), right;
  Real total = -left.p.i;
  Real one(start = 1, fixed = true) "one resistor alone, with 1 V";
  Real difference = one - row[3].r[5];
equation
  for k in 1:n + 1 loop
    connect(left.p, row[k].pin[1]);
    connect(right.p, row[k].pin[n + 1]);
    for j in 2:n loop
      connect(row[k].pin[j], column[j - 1].pin[k]);
    end for;
  end for;
  der(one) = 1000*(1 + 1/one - one);
end CoupledGrid;
