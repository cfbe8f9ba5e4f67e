within Mica.Gas;
package Examples "Systems with gas"
  extends Icons.Package;

  model HeatedVessel "A closed vessel is heated"
    extends Icons.Example;
    Volume vessel(redeclare package Medium = Media.Air, V=1e-2, T_start=300, N_start={0.7808, 0.2095, 0.0093}) annotation (Placement(transformation(extent={{-10, 0}, {10, 20}})));
    Heat.FixedHeatFlow heater(Q_flow=1000) annotation (Placement(transformation(extent={{-60, -50}, {-40, -30}})));
    Units.Energy gained "Energy since the start, less the heat: none";
  protected
    parameter Units.Energy U0(fixed=false);
  initial equation
    U0 = vessel.U;
  equation
    gained = vessel.U - U0 - heater.Q_flow*time;
    connect(heater.port, vessel.heat) annotation (Line(points={{-40, -40}, {0, -40}, {0, 0}}, color={191, 0, 0}));
    annotation (experiment(StopTime=20, Interval=0.1, Tolerance=1e-9), Documentation(info="<html><p>The internal energy grows by the heat; how hot the air gets follows from the polynomials.</p></html>"));
  end HeatedVessel;

  model Discharge "A vessel empties through an opening"
    extends Icons.Example;
    Volume vessel(redeclare package Medium = Media.Air, nPorts=1, V=1e-2, T_start=300, N_start={0.62464, 0.1676, 0.00744}) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    Orifice orifice(redeclare package Medium = Media.Air, A=1e-5) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Boundary outside(redeclare package Medium = Media.Air, X=Media.Air.X_default) annotation (Placement(transformation(extent={{-60, -10}, {-40, 10}})));
  equation
    connect(outside.port, orifice.a) annotation (Line(points={{-40, 0}, {-10, 0}}, color={0, 140, 140}));
    connect(orifice.b, vessel.ports[1]) annotation (Line(points={{10, 0}, {30, 0}}, color={0, 140, 140}));
    annotation (experiment(StopTime=30, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>The gas that stays behind expands: it cools to the temperature of an isentropic expansion.</p></html>"));
  end Discharge;

  model Equilibrium "Burnt methane over the temperature"
    extends Icons.Example;
    Units.Temperature T = 1000 + 2000*time "Temperature";
    Units.AmountOfSubstance N[Media.Combustion.nS] = Media.Combustion.equilibrium(T, 101325, {7.52, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0}) "Amounts from 1 mol of methane and the air for it";
    Units.MoleFraction x[Media.Combustion.nS] = N/sum(N) "Mole fractions";
    Real lnK[5] "Logarithms of the equilibrium constants of CO2 = CO + 1/2 O2, H2O = H2 + 1/2 O2, 1/2 N2 + 1/2 O2 = NO, H2 = 2 H, O2 = 2 O";
  equation
    lnK = log({x[6]*sqrt(x[2])/x[4], x[7]*sqrt(x[2])/x[5], x[11]/sqrt(x[1]*x[2]), x[8]^2/x[7], x[9]^2/x[2]});
    annotation (experiment(StopTime=1, Interval=0.05), Documentation(info="<html><p>At 1000 K there are carbon dioxide, water and nitrogen; at 3000 K two thirds of the carbon dioxide have come apart.</p></html>"));
  end Equilibrium;
end Examples;
