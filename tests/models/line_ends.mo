model LineEnds "Lines whose ends are matched, open and closed"
  parameter Real T = 1e-3 "Delay";
  package E = Mica.Electrical;
  package R = Mica.Rotational;
  model Driven "A step of 2 V through the impedance of the line"
    parameter Real T = 1e-3;
    parameter Real alpha = 0;
    E.StepVoltage source(V=2, startTime=0);
    E.Ground ground;
    E.Resistor inside(R=50);
    Mica.Tlm.ElectricalLine line(T=T, Zc=50, alpha=alpha);
    E.Pin b;
  equation
    connect(line.b, b);
    connect(source.n, ground.p);
    connect(source.p, inside.p);
    connect(inside.n, line.a);
  end Driven;
  Driven matched(T=T), open(T=T), short(T=T), threefold(T=T), filtered(T=T, alpha=0.5);
  E.Resistor matchedLoad(R=50), threefoldLoad(R=150);
  E.Ground ground;
  model Twisted "A torque of 1 N.m on a shaft"
    parameter Real T = 1e-3;
    R.TorqueSource source;
    Mica.Tlm.RotationalLine line(T=T, Zc=20);
    R.Flange b;
  equation
    connect(line.b, b);
    source.tau = 1;
    connect(source.flange, line.a);
  end Twisted;
  Twisted free(T=T), held(T=T), damped(T=T);
  R.Fixed wall;
  R.Damper damper(d=20);
  Mica.Translational.ForceSource push;
  Mica.Tlm.TranslationalLine rod(T=T, Zc=20);
  Mica.Translational.Fixed stop;
  Mica.Hydraulic.FixedPressure pressure(p=1e5);
  Mica.Tlm.HydraulicLine pipe(T=T, Zc=1e9) "Closed at the other end";
  Mica.Tlm.SignalLine signal(T=T, y_start=-1);
equation
  connect(matched.b, matchedLoad.p);
  connect(matchedLoad.n, ground.p);
  connect(threefold.b, threefoldLoad.p);
  connect(threefoldLoad.n, ground.p);
  connect(short.b, ground.p);
  connect(held.b, wall.flange);
  connect(damped.b, damper.a);
  connect(damper.b, wall.flange);
  push.f = 1;
  connect(push.flange, rod.a);
  connect(rod.b, stop.flange);
  connect(pressure.port, pipe.a);
  signal.u = 1000*time;
  annotation (experiment(StopTime=0.005, Interval=0.00025));
end LineEnds;
