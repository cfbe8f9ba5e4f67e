within Mica.Papers;
package Stabilisers "Hongesombut, Mitani, Tsuji: An Incorporated Use of Genetic Algorithm and a Modelica Library for Simultaneous Tuning of Power System Stabilizers, 2002"
  extends Icons.Package;

  model Network "Kundur's two areas with four machines"
    extends Icons.Example;
    parameter Boolean stabilised = true "The machines have stabilisers" annotation (Evaluate=true);
    parameter Units.Time opening = Constants.inf "Time at which one line between buses 7 and 8 opens";
    parameter Units.Time closing = Constants.inf "Time at which it closes again";
    inner Power.System system(f=60, S=100e6) annotation (Placement(transformation(extent={{-190, 70}, {-170, 90}})));
    Power.Controls.Unit G1(stabilised=stabilised, K=20, T1=0.331, T2=0.139, machine(Sn=900e6, H=6.5, ra=0.0025, P0=7, V0=1.03)) annotation (Placement(transformation(extent={{-190, -10}, {-170, 10}})));
    Power.Controls.Unit G2(stabilised=stabilised, K=20, T1=0.107, T2=0.291, machine(Sn=900e6, H=6.5, ra=0.0025, P0=7, V0=1.01)) annotation (Placement(transformation(extent={{-150, -70}, {-130, -50}})));
    Power.Controls.Unit G3(stabilised=stabilised, K=17.791, T1=0.127, T2=0.153, machine(Sn=900e6, H=6.175, ra=0.0025, kind=Power.Kind.slack, V0=1.03, angle0=-6.8*Constants.pi/180)) annotation (Placement(transformation(origin={180, 0}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Power.Controls.Unit G4(stabilised=stabilised, K=18.319, T1=0.201, T2=0.055, machine(Sn=900e6, H=6.175, ra=0.0025, P0=7, V0=1.01)) annotation (Placement(transformation(origin={140, -60}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Power.Transformer T1(X=0.15/9) annotation (Placement(transformation(extent={{-160, -10}, {-140, 10}})));
    Power.Transformer T2(X=0.15/9) annotation (Placement(transformation(extent={{-120, -70}, {-100, -50}})));
    Power.Transformer T3(X=0.15/9) annotation (Placement(transformation(extent={{140, -10}, {160, 10}})));
    Power.Transformer T4(X=0.15/9) annotation (Placement(transformation(extent={{100, -70}, {120, -50}})));
    Power.Line L56(R=25e-4, X=25e-3, B=25*1.75e-3) annotation (Placement(transformation(extent={{-120, -10}, {-100, 10}})));
    Power.Line L67(R=10e-4, X=10e-3, B=10*1.75e-3) annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Power.Line L78a(R=110e-4, X=110e-3, B=110*1.75e-3) annotation (Placement(transformation(extent={{-40, 4}, {-20, 24}})));
    Power.Line L78b(R=110e-4, X=110e-3, B=110*1.75e-3, opening=opening, closing=closing) annotation (Placement(transformation(extent={{-40, -24}, {-20, -4}})));
    Power.Line L89a(R=110e-4, X=110e-3, B=110*1.75e-3) annotation (Placement(transformation(extent={{20, 4}, {40, 24}})));
    Power.Line L89b(R=110e-4, X=110e-3, B=110*1.75e-3) annotation (Placement(transformation(extent={{20, -24}, {40, -4}})));
    Power.Line L910(R=10e-4, X=10e-3, B=10*1.75e-3) annotation (Placement(transformation(extent={{60, -10}, {80, 10}})));
    Power.Line L1011(R=25e-4, X=25e-3, B=25*1.75e-3) annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    Power.Bus bus7 annotation (Placement(transformation(extent={{-60, 30}, {-40, 50}})));
    Power.Bus bus9 annotation (Placement(transformation(extent={{40, 30}, {60, 50}})));
    Power.Load load7(P0=9.67, Q0=1) annotation (Placement(transformation(origin={-40, -60}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Power.Load load9(P0=17.67, Q0=1) annotation (Placement(transformation(origin={40, -60}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Power.Shunt shunt7(B=2) annotation (Placement(transformation(origin={-60, -60}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Power.Shunt shunt9(B=3.5) annotation (Placement(transformation(origin={60, -60}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Power.PerUnit w12 "Speed of machine 1 against machine 2";
    Power.PerUnit w13 "Speed of machine 1 against machine 3";
    Power.PerUnit w14 "Speed of machine 1 against machine 4";
  equation
    w12 = G1.machine.w - G2.machine.w;
    w13 = G1.machine.w - G3.machine.w;
    w14 = G1.machine.w - G4.machine.w;
    connect(G1.t, T1.a) annotation (Line(points={{-170, 0}, {-160, 0}}, color={0, 90, 160}));
    connect(T1.b, L56.a) annotation (Line(points={{-140, 0}, {-120, 0}}, color={0, 90, 160}));
    connect(G2.t, T2.a) annotation (Line(points={{-130, -60}, {-120, -60}}, color={0, 90, 160}));
    connect(T2.b, L67.a) annotation (Line(points={{-100, -60}, {-80, -60}, {-80, 0}}, color={0, 90, 160}));
    connect(L56.b, L67.a) annotation (Line(points={{-100, 0}, {-80, 0}}, color={0, 90, 160}));
    connect(L67.b, L78a.a) annotation (Line(points={{-60, 0}, {-40, 0}, {-40, 14}}, color={0, 90, 160}));
    connect(L67.b, L78b.a) annotation (Line(points={{-60, 0}, {-40, 0}, {-40, -14}}, color={0, 90, 160}));
    connect(L78a.b, L89a.a) annotation (Line(points={{-20, 14}, {20, 14}}, color={0, 90, 160}));
    connect(L78a.b, L78b.b) annotation (Line(points={{-20, 14}, {-20, -14}}, color={0, 90, 160}));
    connect(L89b.a, L89a.a) annotation (Line(points={{20, -14}, {20, 14}}, color={0, 90, 160}));
    connect(L89a.b, L910.a) annotation (Line(points={{40, 14}, {60, 14}, {60, 0}}, color={0, 90, 160}));
    connect(L89b.b, L910.a) annotation (Line(points={{40, -14}, {60, -14}, {60, 0}}, color={0, 90, 160}));
    connect(L910.b, L1011.a) annotation (Line(points={{80, 0}, {100, 0}}, color={0, 90, 160}));
    connect(G3.t, T3.b) annotation (Line(points={{170, 0}, {160, 0}}, color={0, 90, 160}));
    connect(T3.a, L1011.b) annotation (Line(points={{140, 0}, {120, 0}}, color={0, 90, 160}));
    connect(G4.t, T4.b) annotation (Line(points={{130, -60}, {120, -60}}, color={0, 90, 160}));
    connect(T4.a, L910.b) annotation (Line(points={{100, -60}, {80, -60}, {80, 0}}, color={0, 90, 160}));
    connect(L67.b, bus7.t) annotation (Line(points={{-60, 0}, {-50, 0}, {-50, 40}}, color={0, 90, 160}));
    connect(L910.a, bus9.t) annotation (Line(points={{60, 0}, {50, 0}, {50, 40}}, color={0, 90, 160}));
    connect(L67.b, load7.t) annotation (Line(points={{-60, 0}, {-40, 0}, {-40, -50}}, color={0, 90, 160}));
    connect(L910.a, load9.t) annotation (Line(points={{60, 0}, {40, 0}, {40, -50}}, color={0, 90, 160}));
    connect(L67.b, shunt7.t) annotation (Line(points={{-60, 0}, {-60, -50}}, color={0, 90, 160}));
    connect(L910.a, shunt9.t) annotation (Line(points={{60, 0}, {60, -50}}, color={0, 90, 160}));
    annotation (
      experiment(StopTime=5, Interval=0.01, Tolerance=1e-8),
      Diagram(coordinateSystem(extent={{-200, -100}, {200, 100}})),
      Documentation(info="<html>
<p>P. Kundur: <em>Power System Stability and Control</em>, example 12.6, with the stabilisers of the paper's table for method 1. The network starts in the load flow: 700 MW from three machines, the rest from machine 3. In simulations nothing happens; the model is there to be linearised.</p>
<p>Without stabilisers the areas swing against each other with 0.0024 ± 3.823j, undamped.</p>
</html>"));
  end Network;

  model Unstabilised "The network without stabilisers"
    extends Network(stabilised=false);
    annotation (experiment(StopTime=5, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>0.0024 ± 3.823j, -0.850 ± 7.180j and -0.851 ± 6.971j are the modes in which the machines swing.</p></html>"));
  end Unstabilised;

  model Method1 "A fault near bus 7, with the stabilisers of method 1"
    extends Network(opening=1.1, closing=2.5);
    Power.Fault fault(G=1e3, B=-1e3, begin=1, length=0.1) annotation (Placement(transformation(extent={{-90, 30}, {-70, 50}})));
    Real J(start=0, fixed=true, unit="s2", nominal=1e-5) "Integral of time times the squares of the differences of speed";
  equation
    der(J) = time*(w12^2 + w13^2 + w14^2);
    connect(L67.b, fault.t) annotation (Line(points={{-60, 0}, {-90, 0}, {-90, 40}}, color={0, 90, 160}));
    annotation (
      experiment(StopTime=20, Interval=0.01, Tolerance=1e-7),
      Documentation(info="<html><p>A short circuit of three phases at 1 s, cleared at 1.1 s by opening one of two lines, which closes at 2.5 s. The paper tunes the stabilisers with a genetic algorithm so that <code>J</code> is small.</p></html>"));
  end Method1;

  model Method2 "The fault with the stabilisers of method 2"
    extends Method1(
      G1(K=19.175, T1=1.583, T2=0.632),
      G2(K=20, T1=0.161, T2=0.184),
      G3(K=14.209, T1=0.198, T2=0.239),
      G4(K=7.513, T1=0.051, T2=0.218));
    annotation (experiment(StopTime=20, Interval=0.01, Tolerance=1e-7), Documentation(info="<html><p>Tuned for the smallest damping of any mode to be large. The paper finds J smaller with method 1; with the public data of the network it is smaller with method 2.</p></html>"));
  end Method2;
end Stabilisers;
