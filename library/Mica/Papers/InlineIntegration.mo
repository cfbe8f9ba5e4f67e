within Mica.Papers;
package InlineIntegration "Elmqvist, Mattsson, Olsson, Soejima and others: New Methods for Hardware-in-the-loop Simulation, 2002"
  extends Icons.Package;

  model Rod "The rod of the paper, which needs no numerical solver"
    extends Examples.HeatRod(n=10);
    annotation (experiment(StopTime=1, Tolerance=1e-8), Documentation(info="<html><p>Implicit Euler that is inlined leaves a chain of linear equations; tearing and elimination solve it without a numerical solver, for any <code>n</code>.</p></html>"));
  end Rod;

  model MeanValueEngine "Engine with variable turbine geometry and recirculated exhaust gas, mean values over a cycle"
    extends Icons.Example;
    constant Real R(unit="J/(kg.K)") = 287 "Of air";
    constant Real cp(unit="J/(kg.K)") = 1005 "Of air";
    constant Real kappa = 1.4 "Of air";
    parameter Units.Pressure pa = 1e5 "Around";
    parameter Units.Temperature Ta = 293.15 "Around";
    parameter Units.Volume V[6] = {3e-3, 3.5e-3, 2.5e-3, 4e-3, 4e-3, 5e-3} "Behind filter, compressor, intercooler; intake manifold, exhaust manifold, behind turbine";
    parameter Units.Volume displacement = 2e-3 "Of the cylinders";
    Units.Pressure p[6](start={0.99e5, 1.1e5, 1.09e5, 1.08e5, 1.25e5, 1.02e5}, each fixed=true, each nominal=1e5) "Pressures of the volumes";
    Units.Temperature T[6](start={293.15, 305, 300, 310, 750, 720}, each fixed=true, each nominal=300) "Temperatures of the volumes";
    Real burnt[2](start={0.1, 0.6}, each fixed=true) "Burnt share of the gas in the intake manifold and in the exhaust manifold";
    Units.AngularVelocity engine(start=110, fixed=true, nominal=100) "Speed of the crankshaft";
    Units.AngularVelocity turbo(start=6000, fixed=true, nominal=4000) "Speed of the turbocharger";
    Real vanes(start=0.5, fixed=true) "Opening of the turbine, 0 … 1";
    Real vanesMoving(start=0, fixed=true, unit="1/s") "Its rate of change";
    Real valve(start=0.3, fixed=true) "Opening of the valve of recirculated gas, 0 … 1";
    Real valveMoving(start=0, fixed=true, unit="1/s") "Its rate of change";
    Real flowSensor(start=0.018, fixed=true, unit="kg/s", nominal=0.03) "What the sensor of the air shows";
    Real boostError(start=0, fixed=true, unit="s") "Integral of the controller of the boost";
    Real airError(start=0, fixed=true, unit="kg") "Integral of the controller of the air";
    Units.Temperature manifold(start=600, fixed=true, nominal=300) "Wall of the exhaust manifold";
    Units.Temperature liner(start=380, fixed=true, nominal=300) "Wall of the cylinders";
    Units.Temperature coolant(start=360, fixed=true, nominal=300) "Coolant";
    Units.MassFlowRate w[7](each nominal=0.05) "Filter, compressor, intercooler, throttle, cylinders, turbine, exhaust pipe";
    Units.MassFlowRate egr(nominal=0.01) "Recirculated";
    Units.MassFlowRate fuel(nominal=1e-3) "Injected";
    Units.MassFlowRate asked(nominal=0.03) "Air that the controller asks for";
    Units.Torque torque "Of the engine";
    Units.Torque load "On the engine";
    Units.Temperature hot "Behind the compressor";
    Units.Temperature expanded "Behind the turbine";
    Units.Temperature exhaust "Of the gas that leaves the cylinders";
    Units.Temperature cooled "Of the recirculated gas behind its cooler";
    Units.Power compressor "Power of the compressor";
    Units.Power turbine "Power of the turbine";
    Units.Power heat "Of the fuel";
    Units.HeatFlowRate manifoldHeat "From the gas to the wall of the manifold";
    Units.HeatFlowRate linerHeat "From the gas to the wall of the cylinders";
    Real pedal "What the driver asks for, 0 … 1";
    Real boost "Pressure that the controller asks for, over that around";
    Real into[6](each unit="kg/s") "Into the volumes";
    Real outof[6](each unit="kg/s") "Out of the volumes";
    Real carried[6](each unit="K.kg/s") "Flow times temperature, into the volumes";
  protected
    Units.MassFlowRate forward(nominal=0.01) "Recirculated, if it could flow back";
    parameter Units.MassFlowRate w_small = 1e-3 "Flow around which the flap closes";
    parameter Real kBoost = 4 "Of the controller of the boost";
    parameter Real kBoostI(unit="1/s") = 2 "Of its integral part";
    parameter Real kAir(unit="s/kg") = 60 "Of the controller of the air";
    parameter Real kAirI(unit="1/kg") = 20 "Of its integral part";
    parameter Units.Density rho = 0.96 "Of the air that is asked for, in the displacement of the cylinders";
    parameter Real stiffness(unit="1/s2") = 1600 "Of both actuators";
    parameter Real damping(unit="1/s") = 60 "Of both actuators";
    parameter Units.HeatCapacity C[3] = {900, 4000, 6000} "Of exhaust manifold, cylinders and coolant";
    parameter Units.ThermalConductance G[5] = {12, 3, 250, 250, 300} "Gas to manifold, manifold to air, cylinders to coolant twice, coolant to radiator";
    parameter Units.Temperature radiator = 355 "Of the coolant that comes back";
    parameter Units.MomentOfInertia J[2] = {0.4, 5e-5} "Of engine and turbocharger";
    parameter Real Hu(unit="J/kg") = 4.27e7 "Of the fuel";
    function Flow "Through an opening: of the root of the difference of pressures, smooth around zero"
      extends Icons.Function;
      input Real area "Effective, m2";
      input Real p1;
      input Real p2;
      input Real T;
      output Real w;
    protected
      Real dp = p1 - p2;
    algorithm
      w := area*sqrt((p1 + p2)/(287*T))*dp/(dp*dp + 4e6)^0.25;
      annotation (Inline=true);
    end Flow;
  equation
    // The driver and the road.
    pedal = if time < 2 then 0.2 else if time < 6 then 0.7 else 0.35;
    load = (3 + 1.2e-3*engine*engine)*(if time > 4 then 1.2 else 1);
    // Controllers: the vanes hold the boost, the valve the air.
    boost = 1 + 0.9*pedal;
    der(boostError) = boost - p[4]/pa;
    asked = rho*displacement*engine/(4*Constants.pi);
    der(airError) = flowSensor - asked;
    der(vanes) = vanesMoving;
    der(vanesMoving) = stiffness*(0.2 + 0.8/(1 + exp(kBoost*(boost - p[4]/pa) + kBoostI*boostError - 1)) - vanes) - damping*vanesMoving;
    der(valve) = valveMoving;
    der(valveMoving) = stiffness*(1/(1 + exp(1 - kAir*(flowSensor - asked) - kAirI*airError)) - valve) - damping*valveMoving;
    der(flowSensor) = (w[1] - flowSensor)/0.05;
    // Flows
    w[1] = Flow(2.4e-3, pa, p[1], Ta);
    w[2] = 6e-4*(turbo/1e4)*(1 - (p[2]/p[1]/(1.35 + 0.9*(turbo/1.2e4)^2))^3)*p[1]/sqrt(T[1]*Ta);
    w[3] = Flow(2e-3, p[2], p[3], T[2]);
    w[4] = Flow(2e-3, p[3], p[4], T[3]);
    w[5] = displacement*engine/(4*Constants.pi)*0.88*p[4]/(R*T[4]);
    w[6] = Flow(1.1e-4 + 2.2e-4*vanes, p[5], p[6], T[5]);
    w[7] = Flow(2.4e-3, p[6], pa, T[6]);
    // A flap lets no gas flow back.
    forward = Flow(2e-4*valve, p[5], p[4], T[5]);
    egr = 0.5*(forward + sqrt(forward*forward + w_small*w_small));
    // Fuel and torque
    fuel = 0.06*pedal*w[5]/(1 + (0.06*pedal*15)^4*(1 + burnt[1]))^0.25;
    heat = fuel*Hu;
    torque = 0.4*heat/engine - 10 - 0.02*engine - displacement/(4*Constants.pi)*(p[5] - p[4]);
    J[1]*der(engine) = torque - load;
    linerHeat = 0.2*heat*(1 - 0.2*(liner - 380)/300);
    exhaust = T[4] + (heat - linerHeat - 0.4*heat)/((w[5] + fuel)*cp);
    // Turbocharger
    hot = T[1]*(1 + ((p[2]/p[1])^0.286 - 1)/0.72);
    compressor = w[2]*cp*(hot - T[1]);
    expanded = T[5]*(1 - 0.7*(1 - (p[6]/p[5])^0.286));
    turbine = w[6]*cp*(T[5] - expanded);
    J[2]*turbo*der(turbo) = turbine - compressor - 1e-6*turbo*turbo;
    // Walls
    manifoldHeat = G[1]*(T[5] - manifold);
    C[1]*der(manifold) = manifoldHeat - G[2]*(manifold - Ta);
    C[2]*der(liner) = linerHeat - G[3]*(liner - coolant);
    C[3]*der(coolant) = G[4]*(liner - coolant) - G[5]*(coolant - radiator);
    // Volumes: mass and energy, burnt gas in the manifolds
    cooled = 360 + 0.2*(T[5] - 360);
    into = {w[1], w[2], w[3], w[4] + egr, w[5] + fuel, w[6]};
    outof = {w[2], w[3], w[4], w[5], w[6] + egr, w[7]};
    carried = {w[1]*Ta, w[2]*hot, w[3]*(Ta + 0.3*(T[2] - Ta)), w[4]*T[3] + egr*cooled, (w[5] + fuel)*exhaust - manifoldHeat/cp, w[6]*expanded};
    for k in 1:6 loop
      V[k]*der(p[k]) = kappa*R*(carried[k] - outof[k]*T[k]);
      p[k]*V[k]/(R*T[k])*der(T[k]) = carried[k] - into[k]*T[k] + V[k]*der(p[k])/cp;
    end for;
    p[4]*V[4]/(R*T[4])*der(burnt[1]) = egr*burnt[2] - (w[4] + egr)*burnt[1];
    p[5]*V[5]/(R*T[5])*der(burnt[2]) = w[5]*burnt[1] + 15.5*fuel - (w[5] + fuel)*burnt[2];
    annotation (
      experiment(StopTime=10, Interval=0.01, Tolerance=1e-6),
      Documentation(info="<html>
<p>The engine of the paper has a turbine with variable vanes, recirculated exhaust gas, mean values over a cycle and 26 states, of which four are fast; its equations are not printed. This one is written from textbook formulas and has 26 states:
pressures and temperatures of six volumes, burnt gas in two of them, two speeds, two actuators of second order, a sensor, two controllers and three walls.</p>
<p>Explicit Euler is stable with steps of 0.1 ms and not with 1 ms; <code>--method inline-mixed --step 1e-3</code> makes four pressures implicit and is stable.</p>
</html>"));
  end MeanValueEngine;

  model HydraulicLines "Brake behind two lines, with fast valves"
    extends Icons.Example;
    Hydraulic.FixedPressure pump(p=15e6) annotation (Placement(transformation(extent={{-100, 30}, {-80, 50}})));
    Hydraulic.FixedPressure tank annotation (Placement(transformation(extent={{-100, -60}, {-80, -40}})));
    Hydraulic.Valve inlet(A=0.6e-6) annotation (Placement(transformation(extent={{-70, 30}, {-50, 50}})));
    Hydraulic.Valve outlet(A=0.6e-6) annotation (Placement(transformation(extent={{-70, -60}, {-50, -40}})));
    Hydraulic.Volume manifold(V=2e-6) "Between the valves of the modulator" annotation (Placement(transformation(extent={{-50, 0}, {-30, 20}})));
    Hydraulic.ModalLine first annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Hydraulic.Volume middle(V=0.4e-6) annotation (Placement(transformation(extent={{-5, 10}, {15, 30}})));
    Hydraulic.Valve hold(A=0.8e-6) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Hydraulic.Volume behind(V=0.1e-6) annotation (Placement(transformation(extent={{30, 10}, {50, 30}})));
    Hydraulic.Valve release(A=0.3e-6) annotation (Placement(transformation(extent={{30, -60}, {10, -40}})));
    Hydraulic.ModalLine second annotation (Placement(transformation(extent={{45, -10}, {65, 10}})));
    Hydraulic.Cylinder brake annotation (Placement(transformation(extent={{75, -10}, {95, 10}})));
  equation
    connect(pump.port, inlet.a) annotation (Line(points={{-80, 40}, {-70, 40}}, color={150, 100, 0}));
    connect(inlet.b, manifold.port) annotation (Line(points={{-50, 40}, {-40, 40}, {-40, 0}}, color={150, 100, 0}));
    connect(outlet.a, manifold.port) annotation (Line(points={{-70, -50}, {-40, -50}, {-40, 0}}, color={150, 100, 0}));
    connect(outlet.b, tank.port) annotation (Line(points={{-50, -50}, {-80, -50}}, color={150, 100, 0}));
    connect(manifold.port, first.a) annotation (Line(points={{-40, 0}, {-30, 0}}, color={150, 100, 0}));
    connect(first.b, middle.port) annotation (Line(points={{-10, 0}, {5, 0}, {5, 10}}, color={150, 100, 0}));
    connect(middle.port, hold.a) annotation (Line(points={{5, 10}, {5, 0}, {10, 0}}, color={150, 100, 0}));
    connect(hold.b, behind.port) annotation (Line(points={{30, 0}, {40, 0}, {40, 10}}, color={150, 100, 0}));
    connect(release.a, behind.port) annotation (Line(points={{30, -50}, {40, -50}, {40, 10}}, color={150, 100, 0}));
    connect(release.b, tank.port) annotation (Line(points={{10, -50}, {-80, -50}}, color={150, 100, 0}));
    connect(behind.port, second.a) annotation (Line(points={{40, 10}, {40, 0}, {45, 0}}, color={150, 100, 0}));
    connect(second.b, brake.port) annotation (Line(points={{65, 0}, {75, 0}}, color={150, 100, 0}));
    inlet.u = if time > 0.05 and time < 0.25 or time > 0.45 and time < 0.5 or time > 0.55 and time < 0.6 then 1 else 0;
    outlet.u = if time > 0.3 and time < 0.4 or time > 0.8 then 1 else 0;
    hold.u = if time > 0.65 and time < 0.75 then 0 else 1;
    release.u = if time > 0.68 and time < 0.72 or time > 0.85 then 1 else 0;
    annotation (
      experiment(StopTime=1, Interval=1e-3, Tolerance=1e-6),
      Documentation(info="<html>
<p>As <a href=\"modelica://Mica.Examples.HydraulicLines\">Examples.HydraulicLines</a>, with lines in the coordinates of their waves. The model of the paper has 164 states, of which inlined integration leaves a system of 10 unknowns; its step of third order costs
5.5 explicit steps, and it is 91 times faster than explicit Euler, which needs steps of 0.001 ms.</p>
</html>"));
  end HydraulicLines;
end InlineIntegration;
