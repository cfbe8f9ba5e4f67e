// An array of expandable connectors: `bus.u` is one signal of each. A flow that connections bring to a bus whose component does not use it is zero there.
// expect: bus[1].u at end = 3
// expect: bus[2].u at end = 4
// expect: bus[2].v[3] at end = 7
// expect: idle.bus.wheel.tau at end = 0
// expect: driver.bus.wheel.tau at end = 0
// expect: idle.bus.wheel.phi at end = 1
model BusArray
  connector Output = output Real;
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  expandable connector Bus
  end Bus;
  block Two
    Output y[2] = {3, 4};
    Output z[2, 3] = {{1, 2, 3}, {5, 6, 7}};
  end Two;
  model Idle
    Bus bus;
  end Idle;
  model Position
    Flange flange;
  equation
    flange.phi = time;
  end Position;
  model Driver
    Bus bus;
    Position position;
  equation
    connect(position.flange, bus.wheel);
  end Driver;
  Two two;
  Bus bus[2];
  Idle idle;
  Driver driver;
equation
  connect(two.y, bus.u);
  connect(two.z, bus.v);
  connect(idle.bus, driver.bus);
end BusArray;
