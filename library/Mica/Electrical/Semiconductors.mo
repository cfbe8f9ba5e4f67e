within Mica.Electrical;
package Semiconductors "Diodes and transistors with smooth curves"
  extends Icons.Package;

  function junction "Current of a junction; from 40 times the scale on the exponential goes on as a straight line"
    extends Icons.Function;
    input Units.Voltage v "Voltage";
    input Units.Current Is "Saturation current";
    input Units.Voltage scale "Thermal voltage times emission coefficient";
    output Units.Current i "Current";
  algorithm
    i := if v < 40*scale then Is*(exp(v/scale) - 1) else Is*(exp(40)*(1 + v/scale - 40) - 1);
    annotation (Inline=true, smoothOrder=1);
  end junction;

  function junctionConductance "Derivative of the current of a junction"
    extends Icons.Function;
    input Units.Voltage v "Voltage";
    input Units.Current Is "Saturation current";
    input Units.Voltage scale "Thermal voltage times emission coefficient";
    output Units.Conductance g "Conductance";
  algorithm
    g := Is/scale*exp(min(v/scale, 40));
    annotation (Inline=true);
  end junctionConductance;

  function depletion "Capacitance of a depletion layer, straight above half of the built-in voltage"
    extends Icons.Function;
    input Units.Voltage v "Voltage";
    input Units.Capacitance C0 "Capacitance without voltage";
    input Units.Voltage phi "Built-in voltage";
    input Real m "Exponent";
    output Units.Capacitance C "Capacitance";
  algorithm
    C := if v < phi/2 then C0*(1 - v/phi)^(-m) else C0*2^m*(1 + 2*m*(v/phi - 0.5));
    annotation (Inline=true);
  end depletion;

  model Diode "Diode with an exponential curve"
    extends OnePort;
    parameter Units.Current Is = 1e-14 "Saturation current";
    parameter Real nf = 1 "Emission coefficient";
    parameter Units.Voltage Vt = 0.02585 "Thermal voltage";
    parameter Units.Conductance Gmin = 1e-12 "Conductance beside the junction";
  equation
    i = junction(v, Is, nf*Vt) + Gmin*v;
    annotation (Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Polygon(points={{-35, 40}, {-35, -40}, {35, 0}, {-35, 40}}, lineColor={0, 0, 255}, fillColor={0, 0, 255}, fillPattern=FillPattern.Solid), Line(points={{35, 40}, {35, -40}}, color={0, 0, 255})}));
  end Diode;

  record BipolarParameters "The sixteen parameters of the model of Ebers and Moll"
    extends Icons.Record;
    parameter Real Bf = 100 "Forward gain";
    parameter Real Br = 1 "Reverse gain";
    parameter Units.Current Is = 1e-16 "Saturation current";
    parameter Units.Voltage Vak = 75 "Early voltage";
    parameter Units.Time Tauf = 0.12e-9 "Forward transit time";
    parameter Units.Time Taur = 5e-9 "Reverse transit time";
    parameter Units.Capacitance Ccs = 1e-12 "Capacitance from collector to substrate";
    parameter Units.Capacitance Cje = 0.4e-12 "Capacitance of the base-emitter junction without voltage";
    parameter Units.Capacitance Cjc = 0.5e-12 "Capacitance of the base-collector junction without voltage";
    parameter Units.Voltage Phie = 0.8 "Built-in voltage of the base-emitter junction";
    parameter Real Me = 0.4 "Exponent of the base-emitter junction";
    parameter Units.Voltage Phic = 0.8 "Built-in voltage of the base-collector junction";
    parameter Real Mc = 0.333 "Exponent of the base-collector junction";
    parameter Units.Conductance Gbc = 1e-12 "Conductance beside the base-collector junction";
    parameter Units.Conductance Gbe = 1e-12 "Conductance beside the base-emitter junction";
    parameter Units.Voltage Vt = 0.02585 "Thermal voltage";
  end BipolarParameters;

  partial model Bipolar "Bipolar transistor of Ebers and Moll"
    parameter BipolarParameters data "Parameters";
    parameter Boolean dynamic = true "Has capacitances" annotation (Evaluate=true);
    Pin C "Collector" annotation (Placement(transformation(extent={{90, 50}, {110, 70}})));
    Pin B "Base" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Pin E "Emitter" annotation (Placement(transformation(extent={{90, -70}, {110, -50}})));
    Units.Voltage vbe "Voltage of the base-emitter junction";
    Units.Voltage vbc "Voltage of the base-collector junction";
    Units.Current ibe "Current of the base-emitter junction";
    Units.Current ibc "Current of the base-collector junction";
    Units.Current transport "Current from collector to emitter";
    Units.Current charging[3] "Currents of the capacitances: emitter, collector, substrate";
  protected
    constant Real sign = 1 "1 for npn, -1 for pnp";
  equation
    vbe = sign*(B.v - E.v);
    vbc = sign*(B.v - C.v);
    ibe = junction(vbe, data.Is, data.Vt);
    ibc = junction(vbc, data.Is, data.Vt);
    transport = (ibe - ibc)*(1 - vbc/data.Vak);
    if dynamic then
      charging[1] = (depletion(vbe, data.Cje, data.Phie, data.Me) + data.Tauf*junctionConductance(vbe, data.Is, data.Vt))*der(vbe);
      charging[2] = (depletion(vbc, data.Cjc, data.Phic, data.Mc) + data.Taur*junctionConductance(vbc, data.Is, data.Vt))*der(vbc);
      charging[3] = data.Ccs*der(C.v)*sign;
    else
      charging = zeros(3);
    end if;
    sign*C.i = transport - ibc/data.Br - vbc*data.Gbc - charging[2] + charging[3];
    sign*B.i = ibe/data.Bf + ibc/data.Br + vbe*data.Gbe + vbc*data.Gbc + charging[1] + charging[2];
    sign*E.i = -transport - ibe/data.Bf - vbe*data.Gbe - charging[1] - charging[3];
    annotation (Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={0, 0, 255}), Line(points={{-20, 50}, {-20, -50}}, color={0, 0, 255}, thickness=0.5), Line(points={{-20, 20}, {40, 60}, {90, 60}}, color={0, 0, 255}), Line(points={{-20, -20}, {40, -60}, {90, -60}}, color={0, 0, 255}), Text(extent={{-150, 120}, {150, 80}}, textString="%name", textColor={0, 0, 255})}));
  end Bipolar;

  model NPN "Bipolar transistor, npn"
    extends Bipolar(final sign=1);
    annotation (Icon(graphics={Polygon(points={{38, -58}, {14, -54}, {24, -40}, {38, -58}}, lineColor={0, 0, 255}, fillColor={0, 0, 255}, fillPattern=FillPattern.Solid)}), Documentation(info="<html><p>The capacitance of the substrate goes from the collector to the emitter's return, so that the currents of the three pins add to zero.</p></html>"));
  end NPN;

  model PNP "Bipolar transistor, pnp"
    extends Bipolar(final sign=-1);
    annotation (Icon(graphics={Polygon(points={{-14, -24}, {10, -28}, {0, -42}, {-14, -24}}, lineColor={0, 0, 255}, fillColor={0, 0, 255}, fillPattern=FillPattern.Solid)}));
  end PNP;

  record MosParameters "Parameters of the level-1 model"
    extends Icons.Record;
    parameter Units.Voltage VTO = 1 "Threshold without voltage at the bulk";
    parameter Real KP(unit="A/V2") = 2e-5 "Transconductance";
    parameter Real LAMBDA(unit="1/V") = 0 "Modulation of the channel's length";
    parameter Real GAMMA(unit="V(1/2)") = 0 "Effect of the bulk";
    parameter Units.Voltage PHI = 0.6 "Surface potential";
    parameter Units.Length W = 10e-6 "Width";
    parameter Units.Length L = 1e-6 "Length";
    parameter Units.Conductance GMIN = 1e-12 "Conductance from drain to source";
  end MosParameters;

  function mosCurrent "Current from drain to source, of Shichman and Hodges"
    extends Icons.Function;
    input Units.Voltage vgs "Gate to source";
    input Units.Voltage vds "Drain to source";
    input Units.Voltage vbs "Bulk to source";
    input MosParameters p "Parameters";
    output Units.Current i "Current";
  protected
    Units.Voltage u "Voltage from the higher to the lower end of the channel";
    Units.Voltage drive "Voltage of the gate above the threshold, at the lower end";
    Units.Voltage bulk "Voltage of the bulk at the lower end";
  algorithm
    u := abs(vds);
    bulk := min(0, if vds >= 0 then vbs else vbs - vds);
    drive := (if vds >= 0 then vgs else vgs - vds) - p.VTO - p.GAMMA*(sqrt(p.PHI - bulk) - sqrt(p.PHI));
    i := if drive <= 0 then 0 elseif u < drive then p.KP*p.W/p.L*(drive - u/2)*u*(1 + p.LAMBDA*u) else p.KP*p.W/p.L/2*drive^2*(1 + p.LAMBDA*u);
    i := if vds >= 0 then i else -i;
    annotation (smoothOrder=1);
  end mosCurrent;

  function mosConductances "Derivatives of mosCurrent with its three voltages, for vds >= 0"
    extends Icons.Function;
    input Units.Voltage vgs "Gate to source";
    input Units.Voltage vds "Drain to source";
    input Units.Voltage vbs "Bulk to source";
    input MosParameters p "Parameters";
    output Units.Conductance g[3] "Of the gate, the drain and the bulk";
  protected
    Units.Voltage drive "Voltage of the gate above the threshold";
    Real k(unit="A/V2") "Transconductance of this transistor";
  algorithm
    k := p.KP*p.W/p.L;
    drive := vgs - p.VTO - p.GAMMA*(sqrt(p.PHI - min(0, vbs)) - sqrt(p.PHI));
    if drive <= 0 then
      g := {0, p.GMIN, 0};
    elseif vds < drive then
      g[1] := k*vds*(1 + p.LAMBDA*vds);
      g[2] := k*((drive - vds)*(1 + p.LAMBDA*vds) + (drive - vds/2)*vds*p.LAMBDA) + p.GMIN;
      g[3] := if vbs < 0 then g[1]*p.GAMMA/(2*sqrt(p.PHI - vbs)) else 0;
    else
      g[1] := k*drive*(1 + p.LAMBDA*vds);
      g[2] := k/2*drive^2*p.LAMBDA + p.GMIN;
      g[3] := if vbs < 0 then g[1]*p.GAMMA/(2*sqrt(p.PHI - vbs)) else 0;
    end if;
  end mosConductances;

  model MOS "Level-1 transistor, n or p channel"
    parameter Boolean pChannel = false "p channel" annotation (Evaluate=true);
    parameter MosParameters data "Parameters";
    Pin D "Drain" annotation (Placement(transformation(extent={{90, 50}, {110, 70}})));
    Pin G "Gate" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Pin S "Source" annotation (Placement(transformation(extent={{90, -70}, {110, -50}})));
    Pin B "Bulk" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  protected
    final parameter Real sign = if pChannel then -1 else 1 "Of voltages and currents";
  equation
    D.i = sign*mosCurrent(sign*(G.v - S.v), sign*(D.v - S.v), sign*(B.v - S.v), data) + data.GMIN*(D.v - S.v);
    S.i = -D.i;
    G.i = 0;
    B.i = 0;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={0, 0, 255}), Line(points={{-20, 50}, {-20, -50}}, color={0, 0, 255}), Line(points={{0, 60}, {0, -60}}, color={0, 0, 255}), Line(points={{0, 60}, {90, 60}}, color={0, 0, 255}), Line(points={{0, -60}, {90, -60}}, color={0, 0, 255}), Line(points={{0, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-150, 120}, {150, 80}}, textString="%name", textColor={0, 0, 255})}));
  end MOS;

  package Examples "Transistors at work"
    extends Icons.Package;

    model CurrentMirror "Two transistors give the same current"
      extends Icons.Example;
      ConstantVoltage supply(V=10) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      Electrical.Resistor reference(R=9.3e3) annotation (Placement(transformation(origin={-30, 50}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      Electrical.Resistor load(R=4.65e3) annotation (Placement(transformation(origin={30, 50}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      NPN q1(dynamic=false, data(Bf=200, Vak=1e9)) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
      NPN q2(dynamic=false, data(Bf=200, Vak=1e9)) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
      Ground ground annotation (Placement(transformation(extent={{-90, -70}, {-70, -50}})));
      Real ratio = load.i/reference.i "Of the two currents";
    equation
      connect(supply.p, reference.p) annotation (Line(points={{-80, 10}, {-80, 60}, {-30, 60}}, color={0, 0, 255}));
      connect(supply.p, load.p) annotation (Line(points={{-80, 10}, {-80, 60}, {30, 60}}, color={0, 0, 255}));
      connect(reference.n, q1.C) annotation (Line(points={{-30, 40}, {-30, 6}}, color={0, 0, 255}));
      connect(q1.C, q1.B) annotation (Line(points={{-30, 6}, {-50, 6}, {-50, 0}}, color={0, 0, 255}));
      connect(q1.B, q2.B) annotation (Line(points={{-50, 0}, {10, 0}}, color={0, 0, 255}));
      connect(load.n, q2.C) annotation (Line(points={{30, 40}, {30, 6}}, color={0, 0, 255}));
      connect(q1.E, ground.p) annotation (Line(points={{-30, -6}, {-80, -6}, {-80, -50}}, color={0, 0, 255}));
      connect(q2.E, ground.p) annotation (Line(points={{30, -6}, {-80, -6}, {-80, -50}}, color={0, 0, 255}));
      connect(supply.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -50}}, color={0, 0, 255}));
      annotation (experiment(StopTime=1, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>The currents differ by both base currents: their ratio is 1/(1 + 2/Bf).</p></html>"));
    end CurrentMirror;

    model Inverter "Complementary transistors invert a signal"
      extends Icons.Example;
      ConstantVoltage supply(V=5) annotation (Placement(transformation(origin={80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      SignalVoltage signal annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      Blocks.Ramp ramp(height=5, duration=1) annotation (Placement(transformation(extent={{-100, 40}, {-80, 60}})));
      MOS p(pChannel=true, data(KP=2e-5, LAMBDA=0.02)) annotation (Placement(transformation(extent={{-10, 30}, {10, 50}})));
      MOS n(data(KP=2e-5, LAMBDA=0.02)) annotation (Placement(transformation(extent={{-10, -50}, {10, -30}})));
      Ground ground annotation (Placement(transformation(extent={{-90, -90}, {-70, -70}})));
      Units.Voltage out = n.D.v "Output";
    equation
      connect(ramp.y, signal.u) annotation (Line(points={{-79, 50}, {-68, 50}, {-68, 0}}, color={0, 0, 127}));
      connect(signal.p, p.G) annotation (Line(points={{-80, 10}, {-80, 40}, {-10, 40}}, color={0, 0, 255}));
      connect(signal.p, n.G) annotation (Line(points={{-80, 10}, {-80, -40}, {-10, -40}}, color={0, 0, 255}));
      connect(p.S, supply.p) annotation (Line(points={{10, 34}, {80, 34}, {80, 10}}, color={0, 0, 255}));
      connect(p.B, supply.p) annotation (Line(points={{10, 40}, {80, 40}, {80, 10}}, color={0, 0, 255}));
      connect(p.D, n.D) annotation (Line(points={{10, 46}, {10, -34}}, color={0, 0, 255}));
      connect(n.S, ground.p) annotation (Line(points={{10, -46}, {-80, -46}, {-80, -70}}, color={0, 0, 255}));
      connect(n.B, ground.p) annotation (Line(points={{10, -40}, {-80, -40}, {-80, -70}}, color={0, 0, 255}));
      connect(signal.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -70}}, color={0, 0, 255}));
      connect(supply.n, ground.p) annotation (Line(points={{80, -10}, {80, -70}, {-80, -70}}, color={0, 0, 255}));
      annotation (experiment(StopTime=1, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>With two transistors that are alike the output is half of the supply where the input is.</p></html>"));
    end Inverter;
  end Examples;
  annotation (Documentation(info="<html><p>J. J. Ebers, J. L. Moll: <em>Large-Signal Behavior of Junction Transistors</em>, 1954. H. Shichman, D. A. Hodges: <em>Modeling and Simulation of Insulated-Gate Field-Effect Transistor Switching Circuits</em>, 1968.</p></html>"));
end Semiconductors;
