// Connectors used as a place for signals that several components share, each declaring what it needs (a bus from before there were expandable connectors). They
// have potentials without flows, which is a warning.
// expect-stderr: W3325
// expect-stderr: (specification 9.3.1)
// expect: car.engine.pump.rate at end = 6
// expect: car.engine.valve.angle at end = 8
model OuterConnectors
  connector Signals
  end Signals;
  model Pump
    outer Bus bus;
    Real rate = 2*bus.speed;
  protected
    connector Bus
      extends Signals;
      Real speed;
    end Bus;
  end Pump;
  model Valve
    outer Bus bus;
    Real angle = bus.angle;
  protected
    connector Bus
      extends Signals;
      Real angle;
    end Bus;
  end Valve;
  model Engine
    Pump pump;
    Valve valve;
  end Engine;
  model Car
    inner Master bus;
    Engine engine;
  protected
    connector Master
      extends Signals;
      Real speed;
      Real angle;
    end Master;
  equation
    bus.speed = 3;
    bus.angle = 8;
  end Car;
  Car car;
end OuterConnectors;
