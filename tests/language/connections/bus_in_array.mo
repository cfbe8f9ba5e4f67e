// Section 9.1.3: expandable connectors inside of arrays of components, connected to an array of expandable connectors inside of another one.
// expect: cell[2].bus.v at 0 = 2
// expect: stack.cellBus[3].v at 0 = 3
// expect: stack.cellBus[1].w at 0 = 10
// expect: total at 0 = 6
// expect: taken.y at 0 = 2
connector In = input Real;
connector Out = output Real;
expandable connector CellBus
  Real v;
end CellBus;
expandable connector StackBus
  parameter Integer n = 1;
  CellBus cellBus[n];
end StackBus;
model Cell
  parameter Real k;
  CellBus bus;
protected
  Out source = k, other = 10*k;
equation
  connect(source, bus.v);
  connect(other, bus.w);
end Cell;
model Taken
  In u;
  Out y = u;
end Taken;
model BusInArray
  Cell cell[3](k = {1, 2, 3});
  StackBus stack(n = 3);
  Real total = sum(stack.cellBus.v);
  Taken taken;
equation
  connect(cell.bus, stack.cellBus);
  connect(stack.cellBus[2].v, taken.u);
end BusInArray;
