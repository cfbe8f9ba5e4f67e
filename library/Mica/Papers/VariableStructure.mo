within Mica.Papers;
package VariableStructure "Cellier, Krebs: Analysis and Simulation of Variable Structure Systems Using Bond Graphs and Inline Integration, 2007"
  extends Icons.Package;

  model Buck "A switch and a diode lower a voltage; the current ends in each period"
    extends Icons.Example;
    Electrical.ConstantVoltage source(V=12) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Blocks.BooleanPulse clock(period=5e-5, width=0.4) annotation (Placement(transformation(extent={{-90, 70}, {-70, 90}})));
    Electrical.IdealSwitch sw annotation (Placement(transformation(extent={{-50, 30}, {-30, 50}})));
    Electrical.IdealDiode diode annotation (Placement(transformation(origin={-10, 0}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.Inductor l(L=1e-4, i(start=0, fixed=true)) annotation (Placement(transformation(extent={{10, 30}, {30, 50}})));
    Electrical.Capacitor c(C=1e-4, v(start=0, fixed=true)) annotation (Placement(transformation(origin={50, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor load(R=50) annotation (Placement(transformation(origin={80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -70}, {-70, -50}})));
  equation
    connect(source.p, sw.p) annotation (Line(points={{-80, 10}, {-80, 40}, {-50, 40}}, color={0, 0, 255}));
    connect(clock.y, sw.closed) annotation (Line(points={{-69, 80}, {-40, 80}, {-40, 52}}, color={170, 0, 170}));
    connect(sw.n, l.p) annotation (Line(points={{-30, 40}, {10, 40}}, color={0, 0, 255}));
    connect(diode.n, l.p) annotation (Line(points={{-10, 10}, {-10, 40}, {10, 40}}, color={0, 0, 255}));
    connect(l.n, c.p) annotation (Line(points={{30, 40}, {50, 40}, {50, 10}}, color={0, 0, 255}));
    connect(l.n, load.p) annotation (Line(points={{30, 40}, {80, 40}, {80, 10}}, color={0, 0, 255}));
    connect(diode.p, ground.p) annotation (Line(points={{-10, -10}, {-10, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(c.n, ground.p) annotation (Line(points={{50, -10}, {50, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(load.n, ground.p) annotation (Line(points={{80, -10}, {80, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=0.02, Interval=2e-5, Tolerance=1e-7),
      Documentation(info="<html><p>Switch and diode hang on one inductor and cannot change their causality independently: with both open its current is fixed at zero. That happens in each period, because the load takes little.</p></html>"));
  end Buck;

  model Boost "A switch and a diode raise a voltage"
    extends Icons.Example;
    Electrical.ConstantVoltage source(V=12) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Blocks.BooleanPulse clock(period=5e-5, width=0.4) annotation (Placement(transformation(extent={{-70, 70}, {-50, 90}})));
    Electrical.Inductor l(L=1e-4, i(start=0, fixed=true)) annotation (Placement(transformation(extent={{-60, 30}, {-40, 50}})));
    Electrical.IdealSwitch sw annotation (Placement(transformation(origin={-10, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.IdealDiode diode annotation (Placement(transformation(extent={{10, 30}, {30, 50}})));
    Electrical.Capacitor c(C=1e-4, v(start=0, fixed=true)) annotation (Placement(transformation(origin={50, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor load(R=50) annotation (Placement(transformation(origin={80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -70}, {-70, -50}})));
  equation
    connect(source.p, l.p) annotation (Line(points={{-80, 10}, {-80, 40}, {-60, 40}}, color={0, 0, 255}));
    connect(l.n, sw.p) annotation (Line(points={{-40, 40}, {-10, 40}, {-10, 10}}, color={0, 0, 255}));
    connect(clock.y, sw.closed) annotation (Line(points={{-49, 80}, {2, 80}, {2, 0}}, color={170, 0, 170}));
    connect(l.n, diode.p) annotation (Line(points={{-40, 40}, {10, 40}}, color={0, 0, 255}));
    connect(diode.n, c.p) annotation (Line(points={{30, 40}, {50, 40}, {50, 10}}, color={0, 0, 255}));
    connect(diode.n, load.p) annotation (Line(points={{30, 40}, {80, 40}, {80, 10}}, color={0, 0, 255}));
    connect(sw.n, ground.p) annotation (Line(points={{-10, -10}, {-10, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(c.n, ground.p) annotation (Line(points={{50, -10}, {50, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(load.n, ground.p) annotation (Line(points={{80, -10}, {80, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=0.005, Interval=5e-5, Tolerance=1e-7),
      Documentation(info="<html><p>The switch lets the current of the inductor grow; when it opens the current goes on through the diode, and ends there.</p></html>"));
  end Boost;

  model Freewheel "A second diode takes over the current of an inductor"
    extends Icons.Example;
    Electrical.SineVoltage source(V=10, f=50) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.IdealDiode diode annotation (Placement(transformation(extent={{-50, 30}, {-30, 50}})));
    Electrical.IdealDiode freewheel annotation (Placement(transformation(origin={0, 0}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.Inductor l(L=0.05, i(start=0, fixed=true)) annotation (Placement(transformation(extent={{30, 30}, {50, 50}})));
    Electrical.Resistor load(R=10) annotation (Placement(transformation(origin={80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -70}, {-70, -50}})));
  equation
    connect(source.p, diode.p) annotation (Line(points={{-80, 10}, {-80, 40}, {-50, 40}}, color={0, 0, 255}));
    connect(diode.n, l.p) annotation (Line(points={{-30, 40}, {30, 40}}, color={0, 0, 255}));
    connect(freewheel.n, l.p) annotation (Line(points={{0, 10}, {0, 40}, {30, 40}}, color={0, 0, 255}));
    connect(l.n, load.p) annotation (Line(points={{50, 40}, {80, 40}, {80, 10}}, color={0, 0, 255}));
    connect(freewheel.p, ground.p) annotation (Line(points={{0, -10}, {0, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(load.n, ground.p) annotation (Line(points={{80, -10}, {80, -50}, {-80, -50}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=0.04, Interval=1e-4, Tolerance=1e-8),
      Documentation(info="<html><p>One diode conducts in each half of the period; of the four combinations two are physical.</p></html>"));
  end Freewheel;

  partial model Bridge "Four diodes that feed a smoothed load from a source of alternating voltage"
    extends Icons.Example;
    Electrical.SineVoltage source(V=10, f=50) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.IdealDiode d1 annotation (Placement(transformation(origin={0, 60}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.IdealDiode d2 annotation (Placement(transformation(origin={30, 60}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.IdealDiode d3 annotation (Placement(transformation(origin={0, -40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.IdealDiode d4 annotation (Placement(transformation(origin={30, -40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.Capacitor c(v(start=0, fixed=true)) annotation (Placement(transformation(origin={60, 10}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor load annotation (Placement(transformation(origin={90, 10}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -100}, {-70, -80}})));
  equation
    connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -80}}, color={0, 0, 255}));
    connect(source.n, d2.p) annotation (Line(points={{-80, -10}, {-80, 50}, {30, 50}}, color={0, 0, 255}));
    connect(d4.n, d2.p) annotation (Line(points={{30, -30}, {30, 50}}, color={0, 0, 255}));
    connect(d3.n, d1.p) annotation (Line(points={{0, -30}, {0, 50}}, color={0, 0, 255}));
    connect(d1.n, d2.n) annotation (Line(points={{0, 70}, {30, 70}}, color={0, 0, 255}));
    connect(d3.p, d4.p) annotation (Line(points={{0, -50}, {30, -50}}, color={0, 0, 255}));
    connect(d2.n, c.p) annotation (Line(points={{30, 70}, {30, 20}, {60, 20}}, color={0, 0, 255}));
    connect(d4.p, c.n) annotation (Line(points={{30, -50}, {30, 0}, {60, 0}}, color={0, 0, 255}));
    connect(c.p, load.p) annotation (Line(points={{60, 20}, {90, 20}}, color={0, 0, 255}));
    connect(c.n, load.n) annotation (Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}));
    annotation (Diagram(coordinateSystem(extent={{-100, -100}, {120, 100}})));
  end Bridge;

  model BridgeResistor "Bridge rectifier whose source has a resistance"
    extends Bridge(c(C=1e-3), load(R=50));
    Electrical.Resistor r(R=1) "Of the source" annotation (Placement(transformation(extent={{-50, 0}, {-30, 20}})));
  equation
    connect(source.p, r.p) annotation (Line(points={{-80, 10}, {-50, 10}}, color={0, 0, 255}));
    connect(r.n, d1.p) annotation (Line(points={{-30, 10}, {0, 10}, {0, 50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8),
      Documentation(info="<html><p>No diode leaks. While all four block, the potential of the source against the load is not determined by the circuit; voltages at the components are.</p></html>"));
  end BridgeResistor;

  model BridgeInductor "Bridge rectifier whose source has an inductance"
    extends Bridge(c(C=2e-4), load(R=20));
    Electrical.Inductor l(L=0.01, i(start=0, fixed=true)) "Of the source" annotation (Placement(transformation(extent={{-50, 0}, {-30, 20}})));
  equation
    connect(source.p, l.p) annotation (Line(points={{-80, 10}, {-50, 10}}, color={0, 0, 255}));
    connect(l.n, d1.p) annotation (Line(points={{-30, 10}, {0, 10}, {0, 50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8),
      Documentation(info="<html><p>The inductor's current is a state while two diodes conduct, and zero while all block.</p></html>"));
  end BridgeInductor;

  model ThreePhaseBridge "Six diodes between three phases and an inductive load"
    extends Icons.Example;
    Electrical.SineVoltage source[3](each V=10, each f=50, phase={0, -2, 2}*Constants.pi/3) annotation (Placement(transformation(origin={-70, 0}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Electrical.Resistor r[3](each R=0.1) "Of the sources" annotation (Placement(transformation(extent={{-40, -10}, {-20, 10}})));
    Electrical.IdealDiode upper[3] annotation (Placement(transformation(origin={0, 50}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.IdealDiode lower[3] annotation (Placement(transformation(origin={0, -50}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.Inductor l(L=0.02, i(start=0, fixed=true)) annotation (Placement(transformation(origin={50, 40}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor load(R=5) annotation (Placement(transformation(origin={50, -20}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-100, -70}, {-80, -50}})));
  equation
    for k in 1:3 loop
      connect(source[k].n, ground.p) annotation (Line(points={{-80, 0}, {-90, 0}, {-90, -50}}, color={0, 0, 255}));
      connect(source[k].p, r[k].p) annotation (Line(points={{-60, 0}, {-40, 0}}, color={0, 0, 255}));
      connect(r[k].n, upper[k].p) annotation (Line(points={{-20, 0}, {0, 0}, {0, 40}}, color={0, 0, 255}));
      connect(r[k].n, lower[k].n) annotation (Line(points={{-20, 0}, {0, 0}, {0, -40}}, color={0, 0, 255}));
      connect(upper[k].n, l.p) annotation (Line(points={{0, 60}, {0, 50}, {50, 50}}, color={0, 0, 255}));
      connect(lower[k].p, load.n) annotation (Line(points={{0, -60}, {0, -30}, {50, -30}}, color={0, 0, 255}));
    end for;
    connect(l.n, load.p) annotation (Line(points={{50, 30}, {50, -10}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-3, Tolerance=1e-8),
      Documentation(info="<html><p>But for the voltage over the sources' resistances, the load sees the highest phase minus the lowest. Of 64 combinations of the diodes twelve occur: two conduct, or three while one takes over from another.</p></html>"));
  end ThreePhaseBridge;

  model LeakingDiode "The circuit with the inductor and a diode that leaks"
    extends Examples.DiodeInductor(diode(Ron=1e-5, Goff=1e-5));
    annotation (
      experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8),
      Documentation(info="<html><p>Figure 8 of the paper. With 1e-5 Ohm and 1e-5 S the capacitor has 0.5488 V at the end where the ideal circuit has 0.5502 V; with 1e-10 each they agree to 1e-5.</p></html>"));
  end LeakingDiode;

  model InlinedInductor "Inductor whose integration formula is written by hand"
    extends Electrical.OnePort;
    parameter Units.Inductance L = 1 "Inductance";
    parameter Units.Time h = 1e-4 "Step";
    Real di(unit="A/s") "Derivative of the current";
    discrete Units.Current i_before(start=0, fixed=true) "Current at the start of the step";
    discrete Units.Current i_last(start=0, fixed=true) "Current at the last time of the clock";
    Boolean tick "Times of the clock";
  equation
    v = L*di;
    i = i_before + h*di;
    tick = sample(0, h);
    when tick then
      i_before = i_last;
    end when;
    when not tick then
      i_last = pre(i);
    end when;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Rectangle(extent={{-60, 20}, {60, -20}}, lineColor={0, 0, 255}, fillColor={0, 0, 255}, fillPattern=FillPattern.Solid), Text(extent={{-150, -40}, {150, -80}}, textString="L=%L")}),
      Documentation(info="<html><p>Figure 7 of the paper: backward Euler with a fixed step. Tools of the time could not do this by themselves; Mica does, with step size control, so nobody needs this model.</p></html>"));
  end InlinedInductor;

  model InlinedByHand "The circuit of figure 6, with the inductor that integrates itself"
    extends Icons.Example;
    Electrical.SineVoltage source(V=10, f=50) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    InlinedInductor L(L=0.01) annotation (Placement(transformation(extent={{-60, 30}, {-40, 50}})));
    Electrical.IdealDiode diode annotation (Placement(transformation(extent={{-20, 30}, {0, 50}})));
    Electrical.Capacitor C(C=2e-4, v(start=0, fixed=true)) annotation (Placement(transformation(origin={20, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor R2(R=20) annotation (Placement(transformation(origin={60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -80}, {-70, -60}})));
  equation
    connect(source.p, L.p) annotation (Line(points={{-80, 10}, {-80, 40}, {-60, 40}}, color={0, 0, 255}));
    connect(L.n, diode.p) annotation (Line(points={{-40, 40}, {-20, 40}}, color={0, 0, 255}));
    connect(diode.n, C.p) annotation (Line(points={{0, 40}, {20, 40}, {20, 10}}, color={0, 0, 255}));
    connect(diode.n, R2.p) annotation (Line(points={{0, 40}, {60, 40}, {60, 10}}, color={0, 0, 255}));
    connect(C.n, ground.p) annotation (Line(points={{20, -10}, {20, -60}, {-80, -60}}, color={0, 0, 255}));
    connect(R2.n, ground.p) annotation (Line(points={{60, -10}, {60, -60}, {-80, -60}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -60}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8),
      Documentation(info="<html><p>0.55049 V at the end instead of 0.55020 V: the error of backward Euler with 0.1 ms. <a href=\"modelica://Mica.Examples.DiodeInductor\">DiodeInductor</a> is the same circuit without work by hand.</p></html>"));
  end InlinedByHand;
  partial model BondGraph "Source, diode and smoothed load in bonds"
    extends Icons.Example;
    Blocks.Sine voltage(amplitude=10, f=50) annotation (Placement(transformation(extent={{-100, -50}, {-80, -30}})));
    Bond.Se source annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Bond.J1 series(n=4) annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Bond.D diode annotation (Placement(transformation(origin={-20, -40}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Bond.C C(e(start=0, fixed=true)) annotation (Placement(transformation(origin={30, 40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Bond.R load annotation (Placement(transformation(extent={{50, -10}, {70, 10}})));
  equation
    connect(voltage.y, source.u) annotation (Line(points={{-79, -40}, {-60, -40}, {-60, 12}}, color={0, 0, 127}));
    connect(source.p, series.p[1]) annotation (Line(points={{-50, 0}, {-20, 0}}, color={127, 0, 127}));
    connect(series.p[3], diode.p) annotation (Line(points={{-20, 0}, {-20, -30}}, color={127, 0, 127}));
    connect(series.p[4], C.p) annotation (Line(points={{-20, 0}, {30, 0}, {30, 30}}, color={127, 0, 127}));
    connect(series.p[4], load.p) annotation (Line(points={{-20, 0}, {50, 0}}, color={127, 0, 127}));
  end BondGraph;

  model BondRectifier "Figure 4: the circuit with a resistor in the source, in bonds"
    extends BondGraph(C(C=1e-3), load(R=50));
    Bond.R R1(R=1) annotation (Placement(transformation(origin={-20, 40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
  equation
    connect(series.p[2], R1.p) annotation (Line(points={{-20, 0}, {-20, 30}}, color={127, 0, 127}));
    annotation (experiment(StopTime=0.1, Interval=1e-3, Tolerance=1e-8), Documentation(info="<html><p>The same as <a href=\"modelica://Mica.Examples.Rectifier\">Rectifier</a>: diode and resistor stand in an algebraic loop.</p></html>"));
  end BondRectifier;

  model BondInductor "Figure 5: the circuit with an inductor in the source, in bonds"
    extends BondGraph(C(C=2e-4), load(R=20));
    Bond.I L(I=0.01, f(start=0, fixed=true)) annotation (Placement(transformation(origin={-20, 40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
  equation
    connect(series.p[2], L.p) annotation (Line(points={{-20, 0}, {-20, 30}}, color={127, 0, 127}));
    annotation (experiment(StopTime=0.1, Interval=1e-3, Tolerance=1e-6), Documentation(info="<html><p>The same as <a href=\"modelica://Mica.Examples.DiodeInductor\">DiodeInductor</a>: the integrator of the inductor fixes the causality of the diode.</p></html>"));
  end BondInductor;
  annotation (Documentation(info="<html><p>The circuits of the paper, and circuits with more than one ideal switch, which the paper leaves to the literature. None of the switches leaks.</p></html>"));
end VariableStructure;
