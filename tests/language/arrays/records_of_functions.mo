// An array of components with records that a function makes: the size of a field follows from the function, the values differ from element to element.
// expect: x[1] at end = 3
// expect: x[2] at end = 4
// expect: x[3] at end = 5
// expect: x[4] at end = 6
record Curve
  parameter Real y[:];
  parameter Real eta[size(y, 1)];
end Curve;
function curve
  input Real p;
  output Curve c(y = {0, 0.5, 1}, eta = zeros(3));
algorithm
  if p > 1 then
    c.eta[2] := p;
  else
    c.eta := 0.7*ones(3);
  end if;
end curve;
record Data
  parameter Real p = 2;
  final parameter Curve c = curve(p);
end Data;
model Part
  parameter Data data;
  Real x = data.c.eta[2]*time;
end Part;
model RecordsOfFunctions
  Part own[2](data(p = {3, 4}));
  parameter Data given[2](p = {5, 6});
  Part part[2](data = given);
  Real x[4] = {own[1].x, own[2].x, part[1].x, part[2].x};
end RecordsOfFunctions;
