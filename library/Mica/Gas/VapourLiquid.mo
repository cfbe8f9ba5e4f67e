within Mica.Gas;
package VapourLiquid "Mixtures that boil: equilibrium of a liquid and its vapour at moderate pressure"
  extends Icons.Package;

  partial package Mixture "A liquid that is not ideal under a vapour that is"
    extends Icons.Package;
    constant Integer nS(min=1) "Number of species";
    constant String names[nS] "Their names";
    constant Units.Temperature T0 "Temperature at which the enthalpy of the liquids is zero";
    constant Units.MolarHeatCapacity cpLiquid[nS] "Molar heat capacities of the liquids";
    constant Units.MolarHeatCapacity cpVapour[nS] "Molar heat capacities of the vapours";
    constant Units.MolarEnergy evaporation[nS] "Molar enthalpies of evaporation at T0";
    constant Units.MolarVolume v[nS] "Molar volumes of the liquids";

    replaceable partial function saturationPressures "Vapour pressures of the species"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.Pressure p[nS];
    end saturationPressures;

    replaceable partial function activityCoefficients "How far the liquid is from ideal"
      extends Icons.Function;
      input Units.MoleFraction x[nS];
      output Real gamma[nS];
    end activityCoefficients;

    function deviationIndex "Is positive where a liquid would start to boil: logarithm of its vapour pressure over the pressure"
      extends Icons.Function;
      input Units.Temperature T;
      input Units.Pressure p;
      input Units.MoleFraction x[nS];
      output Real index;
    algorithm
      index := log((x .* activityCoefficients(x))*saturationPressures(T)/p);
    end deviationIndex;
  end Mixture;

  package EthanolWater "Ethanol and water"
    extends Mixture(nS=2, names={"ethanol", "water"}, T0=351, cpLiquid={140, 75.5}, cpVapour={73, 34}, evaporation={38600, 41700}, v={6.2e-5, 1.86e-5});

    redeclare function extends saturationPressures
    protected
      constant Real A[2] = {8.20417, 8.07131};
      constant Real B[2] = {1642.89, 1730.63};
      constant Real C[2] = {230.300, 233.426};
      constant Units.Pressure torr = 101325/760;
    algorithm
      p := {torr*10^(A[i] - B[i]/(C[i] + T - 273.15)) for i in 1:2};
      annotation (smoothOrder=3, Documentation(info="<html><p>Antoine's equation.</p></html>"));
    end saturationPressures;

    redeclare function extends activityCoefficients
    protected
      constant Real A12 = 1.6798;
      constant Real A21 = 0.9227;
      Real d;
    algorithm
      d := A12*x[1] + A21*x[2];
      gamma := {exp(A12*(A21*x[2]/d)^2), exp(A21*(A12*x[1]/d)^2)};
      annotation (smoothOrder=3, Documentation(info="<html><p>Van Laar's equation.</p></html>"));
    end activityCoefficients;
    annotation (Documentation(info="<html><p>Constants of Antoine's and van Laar's equations as in J. Gmehling, U. Onken: <em>Vapor-Liquid Equilibrium Data Collection</em>, DECHEMA; heat capacities and volumes are rounded values at about 350 K.</p></html>"));
  end EthanolWater;

  model FlashVolume "Rigid vessel of a boiling liquid and its vapour, with a feed, a vent at the top and a drain at the bottom"
    replaceable package Medium = EthanolWater constrainedby Mixture "What boils" annotation (choicesAllMatching=true);
    parameter Units.Volume V = 0.1 "Volume";
    parameter Units.Area area = 0.1 "Cross-section";
    parameter Units.MoleFraction z[Medium.nS] = fill(1/Medium.nS, Medium.nS) "Composition of the feed";
    parameter Units.Temperature T_feed = 350 "Temperature of the feed, which is liquid";
    parameter Units.MolarFlowRate feed = 1 "Feed";
    parameter Real kVapour(unit="mol/(s.Pa)") = 1e-4 "Flow through the vent divided by the difference of pressures";
    parameter Real kLiquid(unit="mol/(s.m)") = 10 "Flow through the drain divided by the level";
    parameter Units.HeatFlowRate Q = 0 "Heating";
    parameter Units.Pressure p_start = 1e5 "Pressure at the start";
    parameter Units.MoleFraction x_start[Medium.nS] = z "Composition of the liquid at the start";
    parameter Real filled(min=0, max=1) = 0.5 "Part of the volume that is liquid at the start";
    Blocks.RealInput p_out(unit="Pa") "Pressure behind the vent" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Units.AmountOfSubstance N[Medium.nS](each stateSelect=StateSelect.prefer, each nominal=10) "Amounts of the species";
    Units.Energy U(nominal=1e6, stateSelect=StateSelect.prefer) "Internal energy";
    Units.Temperature T(start=355) "Temperature";
    Units.Pressure p(start=p_start, nominal=1e5) "Pressure";
    Units.MoleFraction x[Medium.nS](start=x_start) "Liquid";
    Units.MoleFraction y[Medium.nS](start=z) "Vapour";
    Units.AmountOfSubstance liquid(start=1000*V) "Amount of liquid";
    Units.AmountOfSubstance vapour(start=30*V) "Amount of vapour";
    Units.Length level "Level of the liquid";
    Units.MolarFlowRate vent "Through the vent";
    Units.MolarFlowRate drain "Through the drain";
    Real fraction "Part of the amount that is liquid";
  protected
    Units.Pressure psat[Medium.nS](each nominal=1e5) "Vapour pressures";
    Real gamma[Medium.nS] "Activity coefficients";
    Units.MolarEnergy hl[Medium.nS] "Molar enthalpies of the liquids";
    Units.MolarEnergy hv[Medium.nS] "Molar enthalpies of the vapours";
  initial equation
    p = p_start;
    x[1:Medium.nS - 1] = x_start[1:Medium.nS - 1];
    liquid*(Medium.v*x) = filled*V;
  equation
    psat = Medium.saturationPressures(T);
    gamma = Medium.activityCoefficients(x);
    hl = Medium.cpLiquid*(T - Medium.T0);
    hv = Medium.evaporation + Medium.cpVapour*(T - Medium.T0);
    N = liquid*x + vapour*y;
    p*y = {x[i]*gamma[i]*psat[i] for i in 1:Medium.nS};
    sum(x) = 1;
    sum(y) = 1;
    V = liquid*(Medium.v*x) + vapour*Constants.R*T/p;
    U = liquid*(hl*x) + vapour*(hv*y) - p*V;
    level = liquid*(Medium.v*x)/area;
    fraction = liquid/(liquid + vapour);
    vent = kVapour*(p - p_out);
    drain = kLiquid*level;
    der(N) = feed*z - vent*y - drain*x;
    der(U) = feed*(Medium.cpLiquid*z)*(T_feed - Medium.T0) - vent*(hv*y) - drain*(hl*x) + Q;
    annotation (
      Icon(graphics={Rectangle(extent={{-60, 80}, {60, -80}}, lineColor={0, 140, 140}, radius=20), Rectangle(extent={{-60, 0}, {60, -80}}, lineColor={0, 140, 140}, fillColor={170, 215, 240}, fillPattern=FillPattern.Solid, radius=20), Line(points={{-100, 0}, {-60, 0}}, color={0, 0, 127}), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}),
      Documentation(info="<html>
<p>The two phases are in equilibrium. Amounts and internal energy are the states; temperature, pressure and the compositions of both phases follow from them by iteration. The vent takes vapour, the drain liquid.</p>
</html>"));
  end FlashVolume;
end VapourLiquid;
