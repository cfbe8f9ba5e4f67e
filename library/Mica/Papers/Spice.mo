within Mica.Papers;
package Spice "Urquia, Dormido: DC, AC Small-Signal and Transient Analysis of Level 1 N-Channel MOSFET with Modelica, 2002"
  extends Icons.Package;

  model RC "The paper's circuit of a source, two resistors and a capacitor"
    extends Icons.Example;
    Blocks.RealInput V(unit="V", start=3) "Voltage of the source" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Blocks.RealOutput y(unit="V") "Voltage of the capacitor" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    Electrical.SignalVoltage V1 annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor R1(R=1) annotation (Placement(transformation(extent={{-40, 30}, {-20, 50}})));
    Electrical.Resistor R2(R=0.5) annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Capacitor C1(C=1, v(start=0, fixed=true)) annotation (Placement(transformation(origin={0, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
  equation
    y = C1.v;
    connect(V, V1.u) annotation (Line(points={{-120, 0}, {-48, 0}}, color={0, 0, 127}));
    connect(V1.p, R1.p) annotation (Line(points={{-60, 10}, {-60, 40}, {-40, 40}}, color={0, 0, 255}));
    connect(R1.n, C1.p) annotation (Line(points={{-20, 40}, {0, 40}, {0, 10}}, color={0, 0, 255}));
    connect(R1.n, R2.p) annotation (Line(points={{-20, 40}, {40, 40}, {40, 10}}, color={0, 0, 255}));
    connect(C1.n, ground.p) annotation (Line(points={{0, -10}, {0, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(R2.n, ground.p) annotation (Line(points={{40, -10}, {40, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(V1.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=2, Interval=0.01, Tolerance=1e-9),
      Documentation(info="<html>
<p>From <code>V</code> to <code>y</code> the circuit is <code>R2/(R1 + R2 + j*w*R1*R2*C)</code>. At rest the paper prints -2 A through the source of 3 V, 1 V at the capacitor and 6 W: what the transient comes to.
In simulations <code>V</code> is 3 unless data are given for it. The capacitance is not legible in the paper; it is chosen.</p>
</html>"));
  end RC;

  model OperatingPoint "The circuit of figure 10 and its operating point"
    extends Icons.Example;
    inner Mica.Spice.Control control(endFrequency=10, points=20) annotation (Placement(transformation(extent={{-90, 70}, {-70, 90}})));
    Mica.Spice.VSource V1(DC=3, AC_mag=10, AC_phase=Constants.pi/4) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.Resistor R1(R=1) annotation (Placement(transformation(extent={{-40, 30}, {-20, 50}})));
    Mica.Spice.Resistor R2(R=0.5) annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.Capacitor C1(C=1) annotation (Placement(transformation(origin={0, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.Ground ground annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
  equation
    connect(V1.p, R1.p) annotation (Line(points={{-60, 10}, {-60, 40}, {-40, 40}}, color={0, 0, 255}));
    connect(R1.n, C1.p) annotation (Line(points={{-20, 40}, {0, 40}, {0, 10}}, color={0, 0, 255}));
    connect(R1.n, R2.p) annotation (Line(points={{-20, 40}, {40, 40}, {40, 10}}, color={0, 0, 255}));
    connect(C1.n, ground.p) annotation (Line(points={{0, -10}, {0, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(R2.n, ground.p) annotation (Line(points={{40, -10}, {40, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(V1.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=100, Interval=0.01, Tolerance=1e-8),
      Documentation(info="<html><p>By Newton's method alone. The four ways to the operating point end at 0.1, 1.1, 1.2 and 2.3 s, as in the paper. It prints -2 A, 3 V, 1 V and 6 W.</p></html>"));
  end OperatingPoint;

  model SourceRamp "The operating point with sources that grow from zero"
    extends OperatingPoint(control(way=Mica.Spice.Algorithm.sourceRamp));
    annotation (experiment(StopTime=100, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>The same circuit by another way: -2 A, 3 V, 1 V and 6 W.</p></html>"));
  end SourceRamp;

  model GminSteps "The operating point with conductances beside junctions that shrink"
    extends OperatingPoint(control(way=Mica.Spice.Algorithm.gminSteps));
    annotation (experiment(StopTime=100, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>The same circuit by another way: -2 A, 3 V, 1 V and 6 W.</p></html>"));
  end GminSteps;

  model DynamicRamp "The operating point from the large-signal circuit at rest"
    extends OperatingPoint(control(way=Mica.Spice.Algorithm.dynamicRamp));
    annotation (experiment(StopTime=100, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>The same circuit by another way: -2 A, 3 V, 1 V and 6 W.</p></html>"));
  end DynamicRamp;

  model SmallSignal "The same circuit over frequency"
    extends OperatingPoint(control(analysis=Mica.Spice.Analysis.AC));
    annotation (experiment(StopTime=100, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>The voltage over R2 is <code>V*R2/(R1 + R2 + j*w*R1*R2*C)</code>.</p></html>"));
  end SmallSignal;

  model Transient "The same circuit after its source rises"
    extends OperatingPoint(control(analysis=Mica.Spice.Analysis.TRAN, way=Mica.Spice.Algorithm.dynamicRamp, stopTime=2), V1(redeclare Mica.Spice.Waveforms.EXP waveform(S1=3, S2=6, TD1=0, TC1=1, TD2=100)));
    annotation (experiment(StopTime=100, Interval=0.01, Tolerance=1e-9), Documentation(info="<html><p>From the operating point the capacitor goes with <code>2 - 1.5*exp(-t) + 0.5*exp(-3*t)</code>.</p></html>"));
  end Transient;

  model Amplifier "A transistor with a resistor: operating point and gain"
    extends Icons.Example;
    inner Mica.Spice.Control control(analysis=Mica.Spice.Analysis.AC, way=Mica.Spice.Algorithm.gminSteps, startFrequency=1, endFrequency=1e6) annotation (Placement(transformation(extent={{-90, 70}, {-70, 90}})));
    Mica.Spice.VSource VDD(DC=5) annotation (Placement(transformation(origin={80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.VSource VG(DC=2, AC_mag=1) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.Resistor RD(R=1e4) annotation (Placement(transformation(origin={30, 60}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.MOS M1(data(VTO=1, KP=2e-5, W=10e-6, L=1e-6, GMIN=0), Cgs=1e-15, Cgd=1e-12) annotation (Placement(transformation(extent={{0, -10}, {20, 10}})));
    Mica.Spice.Ground ground annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
  equation
    connect(VDD.p, RD.p) annotation (Line(points={{80, 10}, {80, 70}, {30, 70}}, color={0, 0, 255}));
    connect(RD.n, M1.d) annotation (Line(points={{30, 50}, {30, 6}, {20, 6}}, color={0, 0, 255}));
    connect(VG.p, M1.g) annotation (Line(points={{-60, 10}, {-60, 0}, {0, 0}}, color={0, 0, 255}));
    connect(M1.s, ground.p) annotation (Line(points={{20, -6}, {-60, -6}, {-60, -50}}, color={0, 0, 255}));
    connect(M1.b, ground.p) annotation (Line(points={{20, 0}, {-60, 0}, {-60, -50}}, color={0, 0, 255}));
    connect(VG.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
    connect(VDD.n, ground.p) annotation (Line(points={{80, -10}, {80, -50}, {-60, -50}}, color={0, 0, 255}));
    annotation (experiment(StopTime=100, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>The transistor is saturated with <code>KP*W/L/2*(2 - 1)^2</code> = 0.1 mA, the drain at 4 V, the gain -2 at low frequencies.</p></html>"));
  end Amplifier;

  model CmosInverter "Two transistors switch"
    extends Icons.Example;
    inner Mica.Spice.Control control(analysis=Mica.Spice.Analysis.TRAN, way=Mica.Spice.Algorithm.newton, timeScale=1e-8, stopTime=40e-9) annotation (Placement(transformation(extent={{-90, 70}, {-70, 90}})));
    Mica.Spice.VSource VDD(DC=5) annotation (Placement(transformation(origin={80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.VSource VIN(DC=0, redeclare Mica.Spice.Waveforms.PULSE waveform(S1=0, S2=5, TD=5e-9, TR=1e-10, PW=15e-9, TF=1e-10, PER=40e-9)) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.MOS P(pChannel=true, data(W=20e-6, KP=1e-5), RG=100, RD=10) annotation (Placement(transformation(extent={{0, 30}, {20, 50}})));
    Mica.Spice.MOS N(data(W=10e-6, KP=2e-5), RG=100, RD=10) annotation (Placement(transformation(extent={{0, -50}, {20, -30}})));
    Mica.Spice.Capacitor load(C=1e-13) annotation (Placement(transformation(origin={50, -50}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.Spice.Ground ground annotation (Placement(transformation(extent={{-70, -90}, {-50, -70}})));
    Units.Voltage out = load.vTran "Output";
  equation
    connect(VDD.p, P.s) annotation (Line(points={{80, 10}, {80, 34}, {20, 34}}, color={0, 0, 255}));
    connect(VDD.p, P.b) annotation (Line(points={{80, 10}, {80, 40}, {20, 40}}, color={0, 0, 255}));
    connect(P.d, N.d) annotation (Line(points={{20, 46}, {20, -34}}, color={0, 0, 255}));
    connect(N.d, load.p) annotation (Line(points={{20, -34}, {50, -34}, {50, -40}}, color={0, 0, 255}));
    connect(N.s, ground.p) annotation (Line(points={{20, -46}, {-60, -46}, {-60, -70}}, color={0, 0, 255}));
    connect(N.b, ground.p) annotation (Line(points={{20, -40}, {-60, -40}, {-60, -70}}, color={0, 0, 255}));
    connect(VIN.p, P.g) annotation (Line(points={{-60, 10}, {-60, 40}, {0, 40}}, color={0, 0, 255}));
    connect(VIN.p, N.g) annotation (Line(points={{-60, 10}, {-60, -40}, {0, -40}}, color={0, 0, 255}));
    connect(load.n, ground.p) annotation (Line(points={{50, -60}, {50, -70}, {-60, -70}}, color={0, 0, 255}));
    connect(VIN.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -70}}, color={0, 0, 255}));
    connect(VDD.n, ground.p) annotation (Line(points={{80, -10}, {80, -70}, {-60, -70}}, color={0, 0, 255}));
    annotation (experiment(StopTime=1e-7, Interval=1e-10, Tolerance=1e-6), Documentation(info="<html><p>The output starts at the supply, goes to zero while the input is high, and comes back.</p></html>"));
  end CmosInverter;
end Spice;
