// Section 9.1.3: elements of expandable connectors come from connections, through nested buses too; what is declared and not connected
// is not there.
// expect: controller.y at end = 3
// expect: plant.u at end = 3
// expect: bus.speed at end = 1.5
// expect: bus.axis.angle[2] at end = 20
// expect: reader.sum at end = 30
// 4 in each of three buses, 2 in the one of the reader, 9 of the components:
// expect-check: 23 equations and 23 unknowns
connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector AxisBus
  Real unused;
end AxisBus;
expandable connector Bus
  AxisBus axis;
  Real speed;
  Real never_connected;
end Bus;
model Plant
  RealInput u;
  RealOutput w = 0.5*u;
  RealOutput angle[2] = {10, 20};
  Bus bus;
equation
  connect(w, bus.speed);
  connect(angle[1], bus.axis.angle[1]);
  connect(angle[2], bus.axis.angle[2]);
  connect(u, bus.command);
end Plant;
model Controller
  RealInput w;
  RealOutput y = w + 1.5;
  Bus bus;
equation
  connect(bus.speed, w);
  connect(bus.command, y);
end Controller;
model Reader
  RealInput angle[2];
  Real sum = angle[1] + angle[2];
  AxisBus bus;
equation
  connect(bus.angle, angle);
end Reader;
model ExpandableBus
  Bus bus;
  Plant plant;
  Controller controller;
  Reader reader;
equation
  connect(bus, plant.bus);
  connect(bus, controller.bus);
  connect(bus.axis, reader.bus);
end ExpandableBus;
