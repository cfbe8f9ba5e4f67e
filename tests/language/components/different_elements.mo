// Elements of an array of components that differ in sizes and in conditional components: those that are alike are instantiated together, here 1 and 3.
// Unknowns: of chain 5 elements of x, 3 of first, y and own, power and source of the second; 6 of sinks, 2 of heatSink, 4 numbers, 3 of lengths and along;
// 18 elements of v and 6 of last in part, 6 of sizes.
// expect-check: 64 equations and 64 unknowns
// expect: chain[1].n at 0 = 2
// expect: chain[2].n at 0 = 1
// expect: chain[1].x[2] at 1 = 4
// expect: chain[2].x[1] at 1 = 10
// expect: chain[3].x[2] at 1 = 6
// expect: total at 1 = 15
// expect: lengths[1] at 0 = 2
// expect: lengths[2] at 0 = 1
// expect: heated at 1 = 5
// expect: mean at 1 = 5
// expect: sinks[1].y at 1 = 2
// expect: sinks[2].y at 1 = 10
// expect: sinks[3].y at 1 = 3
// expect: along[3] at 1 = 13
// expect: part[2,3].v[6] at 0 = 6
// expect: part[1,1].v[1] at 0 = 1
// expect: sizes[2,3] at 0 = 6
// expect: blockEnds at 0 = 12
connector In = input Real;
connector Out = output Real;
model Cell
  parameter Integer n = 1;
  parameter Boolean heat = false;
  parameter Real gain;
  Real x[n] = {gain*k*time for k in 1:n};
  Real first = x[1];
  Out y if n > 0;
  Out power if heat;
protected
  Out source = 5*time if heat;
  Out own = x[1];
equation
  connect(own, y);
  connect(source, power);
end Cell;
model Sink
  In u;
  Out y = u;
end Sink;
model Block
  parameter Integer n = 1;
  Real v[n] = {k for k in 1:n};
  Real last = v[end];
end Block;
model DifferentElements
  parameter Integer counts[3] = {2, 1, 2};
  Cell chain[3](n = counts, heat = {false, true, false}, gain = {2, 10, 3});
  Sink sinks[3], heatSink;
  Real total = sum(chain.first);
  Real lengths[3] = {size(chain[1].x, 1), size(chain[2].x, 1), size(chain[3].x, 1)};
  Real heated = heatSink.y;
  Real mean = sum(chain[i].first for i in 1:3)/3;
  Real along[3];
  Block part[2, 3](n = {{i*j for j in 1:3} for i in 1:2});
  Integer sizes[2, 3] = part.n;
  Real blockEnds = part[1, 1].last + part[1, 2].last + part[1, 3].last + part[2, 3].last;
equation
  connect(chain.y, sinks.u);
  connect(chain[2].power, heatSink.u);
  for i in 2:3 loop
    along[i] = chain[i].x[1] + chain[i - 1].x[end] - (if i == 3 then 0 else 0);
  end for;
  along[1] = chain[1].x[2];
  annotation (experiment(StopTime = 1));
end DifferentElements;
