// A composite model around a component whose flow goes one way only (min = 0): the stream variable of its outer connector has an equation all the same,
// here that of the only connector inside (specification 15.2, one inside and one outside).
// expect-check: 19 equations and 19 unknowns
// expect: house.a.h at end = 3
// expect: house.b.h at end = 5       what the source gives, through the pipe
// expect: sink.h at end = 5
model StreamOneWay
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Source
    Port port;
  equation
    port.m = -1;
    port.h = 5;
  end Source;
  model Sink
    Port port;
    Real h = inStream(port.h);
  equation
    port.p = 1;
    port.h = 7;
  end Sink;
  model Pipe
    Port a(m(min = 0));
    Port b(m(max = 0));
  equation
    a.m + b.m = 0;
    a.p = b.p;
    b.h = inStream(a.h);
    a.h = 3;
  end Pipe;
  model House
    Port a;
    Port b;
    Pipe pipe;
  equation
    connect(pipe.a, a);
    connect(pipe.b, b);
  end House;
  Source source;
  House house;
  Sink sink;
equation
  connect(source.port, house.a);
  connect(house.b, sink.port);
end StreamOneWay;
