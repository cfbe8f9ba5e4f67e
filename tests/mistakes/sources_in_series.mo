// mica simulate
model SourcesInSeries "Two pumps that force different flows through one pipe"
  connector Port
    Real p;
    flow Real q;
  end Port;
  model Pump
    parameter Real rate = 1;
    Port a, b;
  equation
    a.q + b.q = 0;
    a.q = rate;
  end Pump;
  model Tank
    Port p;
  equation
    p.p = 1;
  end Tank;
  Pump first(rate = 1), second(rate = 2);
  Tank tank;
equation
  connect(tank.p, first.a);
  connect(first.b, second.a);
  connect(second.b, tank.p);
end SourcesInSeries;
