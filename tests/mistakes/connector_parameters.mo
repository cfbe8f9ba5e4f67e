// mica check
model ConnectorParameters "Two substances, named differently on the two sides"
  connector Port
    parameter Integer n = 2;
    parameter String names = "water|salt";
    Real m[n];
    flow Real q[n];
  end Port;
  model Tank
    parameter String names = "water|salt";
    Port port(names = names);
    Real m[2](each start = 1, each fixed = true);
  equation
    port.m = m;
    der(m) = port.q;
  end Tank;
  Tank a;
  Tank b(names = "water|sugar");
equation
  connect(a.port, b.port);
end ConnectorParameters;
