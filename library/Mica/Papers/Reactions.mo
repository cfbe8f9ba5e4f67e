within Mica.Papers;
package Reactions "Tummescheit, Eborn: Chemical Reaction Modeling with ThermoFluid/MF and MultiFlash, 2002"
  extends Icons.Package;

  model H2O2 "Hydrogen burns in oxygen and argon, by the eight reactions of the paper"
    extends Icons.Example;
    replaceable package Medium = Gas.Media.HydrogenOxygenConstant constrainedby Gas.Media.Mixture "The gas";
    Gas.Volume vessel(redeclare package Medium = Medium, V=1e-3, T_start=1400, N_start={0.006, 0.006, 0, 1e-9, 1e-9, 0, 0.02}) annotation (Placement(transformation(extent={{-40, -10}, {-20, 10}})));
    Gas.Reaction reaction(
      redeclare package Medium = Medium,
      nr=8,
      V=1e-3,
      A={2.65e10, 1.3e7, 3.87e-2, 452, 216, 2.97, 6.4e5, 1.2e5},
      b={-0.6707, 0, 2.7, 1.6, 1.51, 2.02, -1, -1},
      E={71300, 0, 26192, 77080, 14351, 56066, 0, 0},
      stoichiometry=[-1, 0, 0, 1, -1, 1, 0; 1, 0, 0, -1, 1, -1, 0; 0, -1, 0, -1, 1, 1, 0; 0, 1, -1, 0, -1, 1, 0; 0, -1, 1, 0, 1, -1, 0; 0, 0, -1, -1, 0, 2, 0; 0, 1, 0, 0, -2, 0, 0; 1, 0, 0, -2, 0, 0, 0],
      order=[1, 0, 0, 0, 1, 0, 0; 0, 0, 0, 1, 0, 1, 0; 0, 1, 0, 1, 0, 0, 0; 0, 0, 1, 0, 1, 0, 0; 0, 1, 0, 0, 0, 1, 0; 0, 0, 1, 1, 0, 0, 0; 0, 0, 0, 0, 2, 0, 1; 0, 0, 0, 2, 0, 0, 1]) annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
    Real lost[3] "Parts of the oxygen, hydrogen and energy that have got lost: none";
  protected
    parameter Units.Energy U0(fixed=false);
    parameter Units.AmountOfSubstance O0(fixed=false);
    parameter Units.AmountOfSubstance H0(fixed=false);
  initial equation
    U0 = vessel.U;
    O0 = Medium.atoms[:, 3]*vessel.N;
    H0 = Medium.atoms[:, 2]*vessel.N;
  equation
    lost = {Medium.atoms[:, 3]*vessel.N/O0 - 1, Medium.atoms[:, 2]*vessel.N/H0 - 1, vessel.U/U0 - 1};
    connect(vessel.reactions, reaction.port) annotation (Line(points={{-20, 0}, {20, 0}}, color={0, 140, 140}));
    annotation (
      experiment(StopTime=5e-3, Interval=1e-5, Tolerance=1e-9),
      Documentation(info="<html>
<p>The paper prints which species and reactions take part (its table 1) and no rates; those are of a public mechanism. All rates are in mol, m3 and s. Heat capacities are constant here;
<a href=\"modelica://Mica.Papers.Reactions.H2O2Nasa\">H2O2Nasa</a> has those of NASA's polynomials.</p>
</html>"));
  end H2O2;

  model H2O2Nasa "The same with heat capacities that depend on the temperature"
    extends H2O2(redeclare package Medium = Gas.Media.HydrogenOxygen);
    annotation (experiment(StopTime=5e-3, Interval=1e-5, Tolerance=1e-9), Documentation(info="<html><p>One package is exchanged, nothing else.</p></html>"));
  end H2O2Nasa;

  model SeveralObjects "No reaction, all in one object, and the same in three objects"
    extends Icons.Example;
    package Medium = Gas.Media.HydrogenOxygenConstant "The gas";
    H2O2 one annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    H2O2 none(reaction(A=zeros(8))) annotation (Placement(transformation(extent={{-50, -60}, {-30, -40}})));
    Gas.Volume vessel(redeclare package Medium = Medium, V=1e-3, T_start=1400, N_start={0.006, 0.006, 0, 1e-9, 1e-9, 0, 0.02}) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Gas.Reaction first(redeclare package Medium = Medium, nr=2, V=1e-3, A=one.reaction.A[1:2], b=one.reaction.b[1:2], E=one.reaction.E[1:2], stoichiometry=one.reaction.stoichiometry[1:2, :], order=one.reaction.order[1:2, :]) annotation (Placement(transformation(extent={{60, 30}, {80, 50}})));
    Gas.Reaction second(redeclare package Medium = Medium, nr=3, V=1e-3, A=one.reaction.A[3:5], b=one.reaction.b[3:5], E=one.reaction.E[3:5], stoichiometry=one.reaction.stoichiometry[3:5, :], order=one.reaction.order[3:5, :]) annotation (Placement(transformation(extent={{60, -10}, {80, 10}})));
    Gas.Reaction third(redeclare package Medium = Medium, nr=3, V=1e-3, A=one.reaction.A[6:8], b=one.reaction.b[6:8], E=one.reaction.E[6:8], stoichiometry=one.reaction.stoichiometry[6:8, :], order=one.reaction.order[6:8, :]) annotation (Placement(transformation(extent={{60, -50}, {80, -30}})));
    Real difference "Relative difference of the temperatures: none";
  equation
    difference = vessel.T/one.vessel.T - 1;
    connect(vessel.reactions, first.port) annotation (Line(points={{30, 0}, {45, 0}, {45, 40}, {60, 40}}, color={0, 140, 140}));
    connect(vessel.reactions, second.port) annotation (Line(points={{30, 0}, {60, 0}}, color={0, 140, 140}));
    connect(vessel.reactions, third.port) annotation (Line(points={{30, 0}, {45, 0}, {45, -40}, {60, -40}}, color={0, 140, 140}));
    annotation (experiment(StopTime=5e-3, Interval=1e-5, Tolerance=1e-9), Documentation(info="<html><p>Any number of reaction objects is joined to one connector inside a volume.</p></html>"));
  end SeveralObjects;

  model Boiling "A liquid of ethanol and water under a pressure that falls starts to boil"
    extends Icons.Example;
    package Medium = Gas.VapourLiquid.EthanolWater "What boils";
    parameter Units.MoleFraction z[2] = {0.1, 0.9} "Composition";
    parameter Units.Temperature T_start = 358 "Temperature at the start";
    Units.Pressure p "Pressure: a ramp from 1 to 0.5 bar";
    Units.MolarEnergy H "Molar enthalpy";
    Units.Temperature T(start=T_start) "Temperature";
    Real beta(start=0) "Part of the amount that is vapour";
    Units.MoleFraction x[2](start=z) "Liquid";
    Units.MoleFraction y[2](start={0.4, 0.6}) "Vapour";
    Units.MolarVolume v "Molar volume of both";
    Real index "Deviation index: positive where the liquid would boil";
    Boolean boils "There is vapour";
    Units.Time boilingTime(start=-1, fixed=true) "When it starts";
  protected
    Real K[2](start={4, 0.7}) "Ratios of vapour and liquid";
  initial equation
    T = T_start;
  equation
    p = if time < 1 then 1e5 else if time < 6 then 1e5 - 1e4*(time - 1) else 5e4;
    index = Medium.deviationIndex(T, p, z);
    boils = index > 0;
    when boils then
      boilingTime = time;
    end when;
    K = Medium.activityCoefficients(x) .* Medium.saturationPressures(T)/p;
    x = {z[i]/(1 + beta*(K[i] - 1)) for i in 1:2};
    y = {K[i]*x[i] for i in 1:2};
    0 = if boils then x[1]*(K[1] - 1) + x[2]*(K[2] - 1) else beta;
    H = (1 - beta)*(x*Medium.cpLiquid)*(T - Medium.T0) + beta*(y*(Medium.evaporation + Medium.cpVapour*(T - Medium.T0)));
    v = (1 - beta)*(x*Medium.v) + beta*Constants.R*T/p;
    der(H) = v*der(p);
    annotation (
      experiment(StopTime=8, Interval=0.02, Tolerance=1e-9),
      Documentation(info="<html>
<p>The paper calls the function that changes its sign where a phase appears the deviation index, and has it from a package of fluid properties that is not public. Here it is the logarithm of the vapour
pressure of the liquid divided by the pressure. The event is where it crosses zero.</p>
</html>"));
  end Boiling;

  model Flash "A boiling mixture of ethanol and water whose pressure is lowered"
    extends Icons.Example;
    Gas.VapourLiquid.FlashVolume vessel(z={0.1, 0.9}, x_start={0.05, 0.95}, T_feed=360, Q=15000, feed=1, filled=0.3) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Blocks.Ramp pressure(height=-5e4, duration=60, offset=1e5, startTime=20) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
  equation
    connect(pressure.y, vessel.p_out) annotation (Line(points={{-29, 0}, {8, 0}}, color={0, 0, 127}));
    annotation (
      experiment(StopTime=200, Interval=0.5, Tolerance=1e-8),
      Documentation(info="<html>
<p>Figure 6 of the paper: a ramp from 1 to 0.5 bar, a feed of constant composition, a temperature that falls from 370 to 350 K and a liquid fraction that changes its slope where the ramp starts and ends.
The paper's data are not printed; these are chosen.</p>
</html>"));
  end Flash;
end Reactions;
