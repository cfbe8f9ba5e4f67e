// Of two connected connectors each sees the stream of the other, also where nothing can flow out of that one (min = 0): bounds of flows count only
// where three or more connectors mix (specification 15.2). So inside a composite model, and from an outer connector to an outer connector.
// expect: pipe.a.h at end = 3        what the drain would give, through the pipe
// expect: pipe.b.h at end = 5
// expect: source.h at end = 3
// expect: house.drain.h at end = 5
model StreamPairOneWay
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Source
    Port port;
    Real h = inStream(port.h);
  equation
    port.m = -1;
    port.h = 5;
  end Source;
  model Pipe
    Port a;
    Port b;
  equation
    a.m + b.m = 0;
    a.p = b.p;
    b.h = inStream(a.h);
    a.h = inStream(b.h);
  end Pipe;
  model Drain
    Port port(m(min = 0));
    Real h = inStream(port.h);
  equation
    port.p = 1;
    port.h = 3;
  end Drain;
  model House
    Port port(m(min = 0));
    Drain drain;
  equation
    connect(port, drain.port);
  end House;
  Source source;
  Pipe pipe;
  House house;
equation
  connect(source.port, pipe.a);
  connect(pipe.b, house.port);
end StreamPairOneWay;
