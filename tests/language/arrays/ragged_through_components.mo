// An array of records of different size goes through a model: as a whole, field by field and inside another record, to arrays of components.
// expect: second at end = 10
// expect: total at end = 30
// expect: layers at end = 3
record Layer
  parameter Real k = 1;
  parameter Integer nodes = 2;
end Layer;
record Stack
  parameter Integer n;
  parameter Layer layer[n];
  final parameter Real sum_k = sum(layer[i].k for i in 1:n);
  final parameter Integer nodes[n] = {layer[i].nodes for i in 1:n};
end Stack;
record Surface
  parameter Stack stack;
  parameter Real A = 1;
end Surface;
model Wall
  parameter Stack stack;
  parameter Real A;
  final parameter Integer n = size(stack.layer, 1);
  Real x[n];
equation
  for i in 1:n loop
    x[i] = stack.layer[i].k*A*time;
  end for;
end Wall;
model Sum
  parameter Integer n;
  parameter Surface surface[n];
  Real total = sum(surface[i].stack.sum_k*surface[i].A for i in 1:n);
  Integer layers = sum(surface.stack.n) - 1;
end Sum;
model Room
  parameter Integer n;
  parameter Surface surface[n];
  Wall wall[n](A = surface.A, final stack = surface.stack);
  Sum sum(n = n, surface = surface);
end Room;
model RaggedThroughComponents
  parameter Stack thin(n = 1, layer = {Layer(k = 3)});
  parameter Stack thick(n = 2, layer = {Layer(k = 4), Layer(k = 5, nodes = 3)});
  Room room(n = 3, surface(stack = {thin, thick, thin}, A = {1, 2, 3}));
  Real second = room.wall[2].x[2] "5*2*time";
  Real total = room.sum.total "3*1 + 9*2 + 3*3";
  Integer layers = room.sum.layers "1 + 2 + 1 - 1";
end RaggedThroughComponents;
