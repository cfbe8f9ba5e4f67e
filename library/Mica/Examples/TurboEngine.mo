within Mica.Examples;
model TurboEngine "Engine with turbocharger, mean values over a cycle: many slow states and a few fast ones"
  extends Icons.Example;
  constant Real R(unit="J/(kg.K)") = 287 "Of air";
  constant Real cp(unit="J/(kg.K)") = 1005 "Of air";
  constant Real kappa = 1.4;
  constant Real sigma(unit="W/(m2.K4)") = 5.67e-8 "Of radiation";
  parameter Units.Pressure pa = 1e5 "Around";
  parameter Units.Temperature Ta = 293.15 "Around";
  parameter Units.Volume V[6] = {2e-4, 1.5e-3, 2e-4, 4e-3, 3e-3, 2e-4} "Behind filter, compressor, intercooler, throttle; exhaust manifold, behind turbine";
  parameter Units.Volume displacement = 2e-3 "Of the cylinders";
  parameter Integer n = 12 "Segments of the exhaust pipe, and of its wall";
  parameter Integer m = 8 "Segments of the cylinder wall and its coolant";
  Units.Pressure p[6](start={0.99e5, 1.02e5, 1.015e5, 0.5e5, 1.08e5, 1.02e5}, each fixed=true, each nominal=1e5);
  Units.Temperature T[6](start={293.15, 300, 300, 300, 900, 880}, each fixed=true, each nominal=300);
  Units.AngularVelocity engine(start=100, fixed=true, nominal=100) "Speed of the crankshaft";
  Units.AngularVelocity turbo(start=4000, fixed=true, nominal=4000) "Speed of the turbocharger";
  Units.Angle throttle(start=0.15, fixed=true) "Angle of the throttle";
  Units.AngularVelocity moving(start=0, fixed=true) "Its velocity";
  Real film(start=4e-5, fixed=true, nominal=1e-4, unit="kg") "Fuel on the walls of the inlet";
  Real lambda(start=1, fixed=true) "What the sensor shows: air to fuel";
  Real trim(start=0, fixed=true) "Of the mixture controller";
  Units.Temperature pipe[n](each start=600, each fixed=true, each nominal=300) "Wall of the exhaust pipe";
  Units.Temperature liner[m](each start=370, each fixed=true, each nominal=300) "Wall of the cylinders";
  Units.Temperature coolant[m](each start=360, each fixed=true, each nominal=300);
  Real pedal "What the driver asks for, 0 … 1";
  Units.Torque load, torque;
  Real w[7](each unit="kg/s", each nominal=0.05) "Filter, compressor, intercooler, throttle, cylinders, turbine, exhaust pipe";
  Real fuel(unit="kg/s"), injected(unit="kg/s"), burnt(unit="kg/s");
  Units.Temperature exhaust "Of the gas that leaves the cylinders";
  Units.Temperature gas[n + 1] "Along the exhaust pipe";
  Units.Temperature hot "Behind the compressor", expanded "Behind the turbine";
  Real boost "Pressure ratio of the compressor", expansion "Of the turbine", gate "Share of the exhaust that passes the turbine";
  Units.Power compressor, turbine, heat "Of the fuel";
  Real into[6](each unit="kg/s") "Into the volumes";
  Units.Temperature entering[6] "Of what flows into them";
  Real passing(unit="kg/s") "Through the pipe, never 0";
  Units.HeatFlowRate along[n + 1] "In the wall of the pipe", across[m] "To the coolant", up[m + 1] "In the wall of the cylinders";
protected
  parameter Real wSmall(unit="kg/s") = 1e-3;
  parameter Units.Temperature T0 = 300;
  parameter Units.HeatCapacity Cpipe = 250, Cliner = 900, Ccoolant = 500;
  parameter Units.ThermalConductance Gpipe = 3, Gliner = 60, G = 140;
  parameter Units.Area Apipe = 0.05;
  parameter Real hpipe(unit="W/(m2.K)") = 8;
  parameter Real pump(unit="W.s/K") = 2.4;
  parameter Real k(unit="1/s2") = 3600, d(unit="1/s") = 90 "Of the throttle and its controller";
  parameter Real Hu(unit="J/kg") = 4.3e7 "Of the fuel";
  function Flow "Through an opening: of the root of the difference of pressures, smooth around zero"
    input Real area "Effective, m2";
    input Real p1;
    input Real p2;
    input Real T;
    output Real w;
  protected
    Real dp = p1 - p2;
  algorithm
    w := area*sqrt((p1 + p2)/(287*T))*dp/(dp*dp + 1e4)^0.25;
    annotation (Inline=true);
  end Flow;
equation
  // The driver tips in and out; the road climbs.
  pedal = if time < 2 then 0.15 else if time < 6 then 0.7 else if time < 8 then 0.25 else 0.5;
  load = (20 + 8e-4*engine*engine)*(if time > 4 then 1.3 else 1);
  der(throttle) = moving;
  der(moving) = k*(0.05 + 1.4*pedal - throttle) - d*moving;
  // Flows; the small volumes behind filter, intercooler and turbine lie between openings of little resistance.
  w[1] = Flow(2.4e-3, pa, p[1], Ta);
  boost = 1 + 0.9*(turbo/1.2e4)^2;
  w[2] = 6e-3*(turbo/1e4)*(1 - (p[2]/p[1]/(boost + 0.35))^3)*p[1]/sqrt(T[1]*Ta)*0.5;
  w[3] = Flow(2e-3, p[2], p[3], T[2]);
  w[4] = Flow(1.6e-3*(1 - cos(min(throttle, 1.5)))*0.9 + 2e-5, p[3], p[4], T[3]);
  w[5] = displacement*engine/(4*Constants.pi)*0.9*p[4]/(R*T[4]);
  gate = 1/(1 + (p[4]/1.7e5)^8);
  w[6] = Flow(5.5e-4*(2.5 - 1.5*gate), p[5], p[6], T[5]);
  w[7] = Flow(2.2e-3, p[6], pa, T[6]);
  // Turbocharger
  hot = T[1]*(1 + ((max(p[2]/p[1], 1))^0.286 - 1)/0.72);
  compressor = w[2]*cp*(hot - T[1]);
  expansion = max(p[5]/p[6], 1);
  expanded = T[5]*(1 - gate*0.7*(1 - expansion^(-0.286)));
  turbine = w[6]*cp*(T[5] - expanded);
  4e-5*turbo*der(turbo) = turbine - compressor - 1e-6*turbo*turbo;
  // Fuel: a part goes to the walls first.
  injected = w[5]/14.7*(1 + trim);
  der(film) = 0.3*injected - film/0.35;
  fuel = 0.7*injected + film/0.35;
  burnt = fuel/(1 + (fuel/(w[5]/14.7 + 1e-6))^8)^0.125;
  der(lambda) = (w[5]/(14.7*fuel + 1e-6) - lambda)/0.08;
  der(trim) = 0.8*(lambda - 1);
  // Torque
  heat = burnt*Hu;
  torque = 0.36*heat/engine - 12 - 0.06*engine - displacement/(4*Constants.pi)*(p[5] - p[4]);
  0.35*der(engine) = torque - load;
  exhaust = T[4] + 0.36*heat/(w[5]*cp + 1e-3) - 0.2*(T[4] + 800 - liner[m]);
  // Volumes: mass and energy
  into = {w[1], w[2], w[3], w[4], w[5] + fuel, w[6]};
  entering = {Ta, hot, Ta + 0.3*(T[2] - Ta), T[3], exhaust, expanded};
  for k in 1:6 loop
    V[k]*der(p[k]) = kappa*R*(into[k]*entering[k] - w[k + 1]*T[k]);
    p[k]*V[k]/(R*T[k])*cp*der(T[k]) = into[k]*cp*(entering[k] - T[k]) + V[k]*der(p[k]);
  end for;
  // Walls: convection inside, radiation outside, conduction along that gets worse with heat.
  gas[1] = T[6];
  along[1] = 0;
  along[n + 1] = 0;
  passing = sqrt(w[7]*w[7] + wSmall*wSmall);
  for i in 1:n loop
    gas[i + 1] = pipe[i] + (gas[i] - pipe[i])*exp(-0.15*(passing/wSmall)^(-0.2));
    Cpipe*der(pipe[i]) = passing*cp*(gas[i] - gas[i + 1]) - Apipe*(hpipe*(pipe[i] - Ta) + 0.8*sigma*(pipe[i]^4 - Ta^4)) + along[i] - along[i + 1];
  end for;
  for i in 2:n loop
    along[i] = Gpipe/(1 + (pipe[i] + pipe[i - 1])/(2*T0))*(pipe[i - 1] - pipe[i]);
  end for;
  across = {G*(liner[i] - coolant[i])*(1 + 3*(liner[i] - coolant[i])/T0) for i in 1:m};
  up[1] = 0;
  up[m + 1] = 0;
  for i in 2:m loop
    up[i] = Gliner*(liner[i - 1] - liner[i]);
  end for;
  for i in 1:m loop
    Cliner*der(liner[i]) = 0.25*heat/m*(1 - 0.3*(liner[i]/600)^3) - across[i] + up[i] - up[i + 1];
    Ccoolant*der(coolant[i]) = across[i] + pump*engine*((if i == 1 then 355 else coolant[max(i - 1, 1)]) - coolant[i]);
  end for;
  annotation (
    experiment(StopTime=10, Interval=0.01, Tolerance=1e-6),
    Documentation(info="<html>
<p>An engine as controllers are tried on: air and exhaust in six volumes, turbocharger, throttle, fuel film, sensor and controller of the mixture, walls of the exhaust pipe and of the cylinders with their coolant. All that is
nonlinear and slow, but for the pressures of the small volumes, which settle within a tenth of a millisecond: explicit Euler needs steps of 0.01 ms.</p>
<p>Try <code>mica show partition Mica.Examples.TurboEngine --step 1e-3</code> and <code>--method inline-mixed --step 1e-3</code>: the pressures that are too fast for the step are implicit, all other states explicit, and
the step is stable at 1 ms.</p>
<p>In the spirit of the engine of Toyota's studies of 2002, whose equations are not published; this one is written from textbook formulas.</p>
</html>"));
end TurboEngine;
