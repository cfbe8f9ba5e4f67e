// mica check
model ConnectedMedia "Air at one end, water at the other"
  connector Port
    replaceable type Flow = Real;
    Real p;
    flow Flow m;
  end Port;
  model Source
    Port port(redeclare type Flow = Real(quantity = "MassFlowRate.Air", unit = "kg/s"));
  equation
    port.m = -1;
  end Source;
  model Sink
    Port port(redeclare type Flow = Real(quantity = "MassFlowRate.Water", unit = "kg/s"));
  equation
    port.p = 1;
  end Sink;
  Source source;
  Sink sink;
equation
  connect(source.port, sink.port);
end ConnectedMedia;
