// A conditional heat port: 10 V over 10 Ohm heats a body of 5 J/K that loses 0.5 W/K: T = T0 + 20*(1 - exp(-t/10)).
// With a temperature coefficient of 0.01/K the steady temperature solves 0.5*d*(1 + 0.01*d) = 10.
// expect: body.T at 10 = 305.7924111766 +- 1e-5
// expect: warm.T at 200 = 310.2320393250 +- 1e-4
// options: --stop-time 200 --interval 10 --tolerance 1e-8
model HeatedResistor
  Mica.Electrical.ConstantVoltage source(V = 10);
  Mica.Electrical.Resistor r(R = 10, useHeatPort = true), s(R = 10, alpha = 0.01, useHeatPort = true);
  Mica.Electrical.Ground ground;
  Mica.Heat.HeatCapacitor body(C = 5, T(start = 293.15, fixed = true)), warm(C = 5, T(start = 293.15, fixed = true));
  Mica.Heat.ThermalConductor loss[2](each G = 0.5);
  Mica.Heat.FixedTemperature room;
equation
  connect(source.p, r.p);
  connect(source.p, s.p);
  connect(r.n, ground.p);
  connect(s.n, ground.p);
  connect(source.n, ground.p);
  connect(r.heatPort, body.port);
  connect(s.heatPort, warm.port);
  connect(body.port, loss[1].a);
  connect(warm.port, loss[2].a);
  connect(loss[1].b, room.port);
  connect(loss[2].b, room.port);
end HeatedResistor;
