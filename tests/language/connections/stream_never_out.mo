// Two components inside that only take in (min = 0): nothing ever flows out of the connector around them, so that no stream determines its variable.
// It has its start value, which functions of a medium are made for; 0 they need not be. Of an array each element has its own.
// expect: houses[1].a.h at end = 4
// expect: houses[2].a.h at end = 6
// expect: houses[1].a.x[1] at end = 0.25
// expect: houses[2].a.x[2] at end = 0.75
// expect: houses[2].left.h at end = 5
// expect: houses[1].property at end = 2
model StreamNeverOut
  connector Port
    Real p;
    flow Real m;
    stream Real h;
    stream Real x[2](start = {0.25, 0.75});
  end Port;
  model Source
    Port port;
  equation
    port.m = -2;
    port.h = 5;
    port.x = {0.5, 0.5};
  end Source;
  model Drain
    Port a(m(min = 0));
    Real h = inStream(a.h);
    parameter Boolean gives_pressure = false;
  equation
    if gives_pressure then
      a.p = 1;
    else
      a.m = 1;
    end if;
    a.h = 3;
    a.x = {1, 0};
  end Drain;
  model House
    parameter Real h_start = 4;
    Port a(h(start = h_start));
    Drain left;
    Drain right(gives_pressure = true);
    Real property = sqrt(a.h);
  equation
    connect(left.a, a);
    connect(right.a, a);
  end House;
  Source sources[2];
  House houses[2](h_start = {4, 6});
equation
  connect(sources.port, houses.a);
end StreamNeverOut;
