// An array of buses of which one element is connected: the other elements have the signals too, and nothing gives them.
// expect: y at end = 3
// expect: z at end = 3
// expect: on at end = true +- 0
connector RealInput = input Real;
connector RealOutput = output Real;
connector BooleanOutput = output Boolean;
connector BooleanInput = input Boolean;
expandable connector Bus
end Bus;
model Sensor
  RealOutput T = 3*time;
  BooleanOutput on = true;
  Bus bus;
equation
  connect(T, bus.T);
  connect(on, bus.on);
end Sensor;
model Plant
  parameter Integer n = 3;
  Bus zones[n];
end Plant;
model Reader
  RealInput T;
  BooleanInput on;
  Bus bus;
equation
  connect(T, bus.T);
  connect(on, bus.on);
end Reader;
model BusArrayIdle
  Sensor sensor;
  Plant plant, other;
  Reader reader;
  Real y = reader.T, z = plant.zones[1].T;
  Boolean on = reader.on;
equation
  connect(sensor.bus, plant.zones[1]);
  connect(plant.zones, other.zones);
  connect(other.zones[1], reader.bus);
end BusArrayIdle;
