// Sections 10.1 and 12.4.4: a function that gives a field one size whatever its arguments are, gives that size without being evaluated: what
// its arguments depend on may depend on the type of the record. The value of plant.dat is a record of the type of all.
// A function that makes the field another size is evaluated.
// expect: count at 0 = 3
// expect: resized.eta[4] at 0 = 8
// expect: plant.x at 0 = 62
// expect: plant.z at 0 = 24
record Curve
  parameter Real y[:];
  parameter Real eta[size(y, 1)];
end Curve;
function curve
  input Real p;
  input Real slope;
  output Curve c(y = {0, 0.5, 1}, eta = zeros(n));
protected
  constant Integer n = 3;
algorithm
  if p > 0 then
    for j in 1:n loop
      c.eta[j] := slope*j*p;
    end for;
  else
    c.eta := 0.7*ones(n);
  end if;
end curve;
function curveOf
  input Integer n;
  output Curve c(y = {0, 1}, eta = {2, 2});
algorithm
  c.y := linspace(0, 1, n);
  c.eta := fill(2*n, n);
end curveOf;
record Configuration
  parameter Real factor;
end Configuration;
record Pump
  parameter Real q[:] = {1, 2};
  parameter Real p = sum(q);
  final parameter Curve curve = .curve(p, 1);
end Pump;
record Data
  parameter Configuration configuration;
  parameter Real base = 2;
  parameter Pump pump(q = {1, 2, 2}*configuration.factor);
  parameter Pump pumps[2](each q = {1, 1}*configuration.factor);
end Data;
model Plant
  parameter Data dat;
  final parameter Configuration configuration(factor = 2*dat.base);
  Real x = dat.pump.curve.eta[3] + dat.base;
  Real z = dat.pumps[2].curve.eta[3];
end Plant;
model RecordResultSize
  parameter Data all(configuration = plant.configuration);
  Plant plant(dat = all);
  parameter Curve resized = curveOf(4);
  parameter Integer count = size(all.pump.curve.eta, 1);
end RecordResultSize;
