// Section 12.4.6: a function of records is called with arrays of records whose sizes it leaves open, at any depth. Section 3.6.5: branches of an
// if-expression are records that differ in sizes, where the condition is known at translation.
// expect: d[1] at 0 = 13
// expect: d[2] at 0 = 14
// expect: e[2] at 0 = 8
// expect: several[1] at 0 = 13
// expect: several[2] at 0 = 32
// expect: chosen at 0 = 31
record Table
  parameter Real y[:] = {1, 2, 3};
end Table;
record Device
  parameter Real u = 2;
  parameter Table table;
end Device;
function ofDevice
  input Real a;
  input Device device;
  output Real b = a + device.u*sum(device.table.y);
algorithm
end ofDevice;
function ofTable
  input Real a;
  input Table table;
  output Real b = a + sum(table.y);
algorithm
end ofTable;
model RecordArrayArgument
  parameter Device device;
  parameter Device other(u = 3, table(y = {1, 2, 3, 4}));
  parameter Boolean isOther = true annotation (Evaluate = true);
  parameter Real d[2] = ofDevice({1, 2}, fill(device, 2));
  parameter Real e[2] = ofTable({1, 2}, fill(device.table, 2));
  parameter Device devices[2](u = {2, 5});
  Real several[2] = ofDevice({1, 2}, devices);
  Real chosen = ofDevice(1, if isOther then other else device);
end RecordArrayArgument;
