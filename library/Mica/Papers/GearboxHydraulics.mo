within Mica.Papers;
package GearboxHydraulics "Schlegel, Bross, Beater: HIL Simulation of the Hydraulics and Mechanics of an Automatic Gearbox, 2002"
  extends Icons.Package;

  model ClutchCylinder "Piston that closes a gap against a spring and then presses plates"
    parameter Units.Area A = 5e-3 "Area of the piston";
    parameter Units.Length gap = 2e-3 "Way until the plates touch";
    parameter Units.TranslationalStiffness c = 3e5 "Of the spring that opens the clutch";
    parameter Units.Force preload = 300 "Of that spring";
    parameter Units.TranslationalStiffness plates = 5e7 "Of the plates";
    parameter Units.TranslationalDamping d = 2e3 "Damping";
    parameter Units.Mass m = 0.5 "Mass of the piston";
    parameter Units.Volume V0 = 2e-5 "Oil behind the piston that is at rest";
    parameter Units.BulkModulus beta = 1e9 "Bulk modulus of the oil";
    Hydraulic.Port port annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Units.Pressure p(start=0, fixed=true, nominal=1e5) "Pressure";
    Units.Position s(start=0, fixed=true, nominal=1e-3) "Way of the piston";
    Units.Velocity v(start=0, fixed=true, nominal=0.1) "Its velocity";
    Units.Force pressing(nominal=1e3) "On the plates";
  protected
    parameter Units.TranslationalStiffness seat = 5e7 "Of the stop behind the piston";
  equation
    p = port.p;
    (V0 + A*s)/beta*der(p) = port.q - A*v;
    der(s) = v;
    pressing = if s > gap then plates*(s - gap) else 0;
    m*der(v) = A*p - preload - c*s - d*v - pressing - (if s < 0 then seat*s else 0);
    annotation (Icon(graphics={Rectangle(extent={{-90, 50}, {20, -50}}, lineColor={150, 100, 0}), Rectangle(extent={{-20, 50}, {0, -50}}, lineColor={150, 100, 0}, fillColor={150, 100, 0}, fillPattern=FillPattern.Solid), Line(points={{0, 0}, {40, 0}}, color={60, 60, 60}), Rectangle(extent={{40, 60}, {50, -60}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Rectangle(extent={{60, 60}, {70, -60}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Text(extent={{-150, 100}, {150, 60}}, textString="%name", textColor={0, 0, 255})}));
  end ClutchCylinder;

  model Circuit "Two clutches behind one supply: in gear 1 A is closed, in gear 2 E as well"
    parameter Boolean stiffSupply = false "The supply keeps its pressure whatever flows: a model with fixed directions of cause and effect" annotation (Evaluate=true);
    parameter Units.Pressure line = 1e6 "Pressure of the supply";
    Hydraulic.FlowSource pump(q=2.5e-4) if not stiffSupply "Pump, at constant speed" annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Hydraulic.ReliefValve main(dpOpen=line, G=2e-9) if not stiffSupply "Main pressure valve" annotation (Placement(transformation(origin={-50, -40}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Hydraulic.Volume supply(V=2e-4, beta=1e9) if not stiffSupply annotation (Placement(transformation(extent={{-40, 30}, {-20, 50}})));
    Hydraulic.FixedPressure ideal(p=line) if stiffSupply annotation (Placement(transformation(extent={{-90, 40}, {-70, 60}})));
    Hydraulic.Tank tank annotation (Placement(transformation(extent={{-10, -90}, {10, -70}})));
    Hydraulic.ProportionalValve valveA(A=5e-6) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Hydraulic.ProportionalValve valveE(A=5e-6) annotation (Placement(transformation(extent={{60, -10}, {80, 10}})));
    ClutchCylinder A annotation (Placement(transformation(extent={{30, 50}, {50, 70}})));
    ClutchCylinder E annotation (Placement(transformation(extent={{80, 50}, {100, 70}})));
    Blocks.RealInput commandA "Valve of A, -1 to 1" annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
    Blocks.RealInput commandE "Valve of E, -1 to 1" annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
  equation
    connect(pump.port, supply.port) annotation (Line(points={{-70, 0}, {-30, 0}, {-30, 30}}, color={150, 100, 0}));
    connect(pump.port, main.a) annotation (Line(points={{-70, 0}, {-50, 0}, {-50, -30}}, color={150, 100, 0}));
    connect(main.b, tank.port) annotation (Line(points={{-50, -50}, {-50, -60}, {0, -60}, {0, -70}}, color={150, 100, 0}));
    connect(pump.port, valveA.supply) annotation (Line(points={{-70, 0}, {16, 0}, {16, -10}}, color={150, 100, 0}));
    connect(pump.port, valveE.supply) annotation (Line(points={{-70, 0}, {66, 0}, {66, -10}}, color={150, 100, 0}));
    connect(ideal.port, valveA.supply) annotation (Line(points={{-70, 50}, {16, 50}, {16, -10}}, color={150, 100, 0}));
    connect(ideal.port, valveE.supply) annotation (Line(points={{-70, 50}, {66, 50}, {66, -10}}, color={150, 100, 0}));
    connect(valveA.tank, tank.port) annotation (Line(points={{24, -10}, {24, -40}, {0, -40}, {0, -70}}, color={150, 100, 0}));
    connect(valveE.tank, tank.port) annotation (Line(points={{74, -10}, {74, -40}, {0, -40}, {0, -70}}, color={150, 100, 0}));
    connect(valveA.work, A.port) annotation (Line(points={{20, 10}, {20, 60}, {30, 60}}, color={150, 100, 0}));
    connect(valveE.work, E.port) annotation (Line(points={{70, 10}, {70, 60}, {80, 60}}, color={150, 100, 0}));
    connect(commandA, valveA.u) annotation (Line(points={{-120, 60}, {-56, 60}, {-56, 0}, {8, 0}}, color={0, 0, 127}));
    connect(commandE, valveE.u) annotation (Line(points={{-120, -60}, {-31, -60}, {-31, 0}, {58, 0}}, color={0, 0, 127}));
    annotation (Icon(graphics={Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Text(extent={{-80, 40}, {80, -40}}, textString="oil"), Text(extent={{-150, 145}, {150, 105}}, textString="%name", textColor={0, 0, 255})}));
  end Circuit;

  model Shift "From neutral to first and second gear, with both forms of the hydraulics"
    extends Icons.Example;
    Circuit acausal annotation (Placement(transformation(extent={{10, 30}, {30, 50}})));
    Circuit causal(stiffSupply=true) annotation (Placement(transformation(extent={{10, -50}, {30, -30}})));
    Blocks.Schedule controller(table=[0, -1, -1; 1, 1, -1; 3, 1, 1], rising=0.02, falling=0.02) "Gear 1 at 1 s, gear 2 at 3 s" annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
    Real dip[2] "Fall of the pressure of A while E fills, in parts of what it was: acausal, causal";
  protected
    discrete Units.Pressure before[2](each start=1e6, each fixed=true) "Pressures of A before the shift";
    Units.Pressure lowest[2](each start=1e6, each fixed=true) "Lowest pressures of A since";
  equation
    when time >= 2.99 then
      before = {acausal.A.p, causal.A.p};
    end when;
    // The lowest pressure is approached within a tenth of a millisecond.
    der(lowest) = {if time > 2.99 and noEvent(acausal.A.p < lowest[1]) then (acausal.A.p - lowest[1])/1e-4 else 0, if time > 2.99 and noEvent(causal.A.p < lowest[2]) then (causal.A.p - lowest[2])/1e-4 else 0};
    dip = {1 - lowest[1]/before[1], 1 - lowest[2]/before[2]};
    connect(controller.y[1], acausal.commandA) annotation (Line(points={{-49, 0}, {-20.5, 0}, {-20.5, 46}, {8, 46}}, color={0, 0, 127}));
    connect(controller.y[2], acausal.commandE) annotation (Line(points={{-49, 0}, {-20.5, 0}, {-20.5, 34}, {8, 34}}, color={0, 0, 127}));
    connect(controller.y[1], causal.commandA) annotation (Line(points={{-49, 0}, {-20.5, 0}, {-20.5, -34}, {8, -34}}, color={0, 0, 127}));
    connect(controller.y[2], causal.commandE) annotation (Line(points={{-49, 0}, {-20.5, 0}, {-20.5, -46}, {8, -46}}, color={0, 0, 127}));
    annotation (
      experiment(StopTime=5, Interval=5e-3, Tolerance=1e-7),
      Documentation(info="<html>
<p>The paper shows that the pressure of clutch A falls for a moment while clutch E fills, and that a model whose components have fixed directions of cause and effect misses it. Data are not printed; these are chosen.</p>
</html>"));
  end Shift;

  model Plant "The hydraulics with a controller outside: two inputs, two outputs"
    extends Icons.Example;
    input Real commandA(start=-1) "Valve of A, -1 to 1";
    input Real commandE(start=-1) "Valve of E, -1 to 1";
    output Units.Pressure pA = circuit.A.p "Pressure of A";
    output Units.Pressure pE = circuit.E.p "Pressure of E";
    Circuit circuit(commandA=commandA, commandE=commandE) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    annotation (
      experiment(StopTime=5, Interval=1e-3, Tolerance=1e-7),
      Documentation(info="<html><p><code>mica realtime Mica.Papers.GearboxHydraulics.Plant --step 1e-3</code> runs it with the clock; the controller gives new commands every 10 ms.</p></html>"));
  end Plant;
end GearboxHydraulics;
