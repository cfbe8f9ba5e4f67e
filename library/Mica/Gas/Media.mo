within Mica.Gas;
package Media "Mixtures of ideal gases"
  extends Icons.Package;

  partial package Mixture "Any number of species"
    extends Icons.Package;
    constant Integer nS(min=1) "Number of species";
    constant String names[nS] "Their names";
    constant Units.MolarMass M[nS] "Their molar masses";
    constant Real atoms[nS, 5] "Atoms of C, H, O, N and Ar in each";
    constant Real low[nS, 7] "NASA polynomials up to 1000 K";
    constant Real high[nS, 7] "NASA polynomials from 1000 K";
    constant Units.Temperature T_mid = 1000 "Where the two meet";
    constant Units.Pressure p0 = 101325 "Pressure of the entropies";

    function molarHeatCapacities "At constant pressure, of all species"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.MolarHeatCapacity cp[nS];
    algorithm
      for i in 1:nS loop
        cp[i] := Constants.R*(if T < T_mid then low[i, 1] + T*(low[i, 2] + T*(low[i, 3] + T*(low[i, 4] + T*low[i, 5]))) else high[i, 1] + T*(high[i, 2] + T*(high[i, 3] + T*(high[i, 4] + T*high[i, 5]))));
      end for;
      annotation (smoothOrder=1);
    end molarHeatCapacities;

    function molarEnthalpies "Of all species, with those of formation"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.MolarEnergy h[nS];
    algorithm
      for i in 1:nS loop
        h[i] := Constants.R*(if T < T_mid then low[i, 6] + T*(low[i, 1] + T*(low[i, 2]/2 + T*(low[i, 3]/3 + T*(low[i, 4]/4 + T*low[i, 5]/5)))) else high[i, 6] + T*(high[i, 1] + T*(high[i, 2]/2 + T*(high[i, 3]/3 + T*(high[i, 4]/4 + T*high[i, 5]/5)))));
      end for;
      annotation (derivative=molarEnthalpies_der);
    end molarEnthalpies;

    function molarEnthalpies_der "Rates of change of the molar enthalpies"
      extends Icons.Function;
      input Units.Temperature T;
      input Real T_der(unit="K/s");
      output Real h_der[nS](each unit="W/mol");
    algorithm
      h_der := molarHeatCapacities(T)*T_der;
    end molarEnthalpies_der;

    function molarEntropies "Of all species, each alone at the pressure p0"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.MolarHeatCapacity s[nS];
    protected
      Real logT = log(T);
    algorithm
      for i in 1:nS loop
        s[i] := Constants.R*(if T < T_mid then low[i, 7] + low[i, 1]*logT + T*(low[i, 2] + T*(low[i, 3]/2 + T*(low[i, 4]/3 + T*low[i, 5]/4))) else high[i, 7] + high[i, 1]*logT + T*(high[i, 2] + T*(high[i, 3]/2 + T*(high[i, 4]/3 + T*high[i, 5]/4))));
      end for;
      annotation (smoothOrder=2);
    end molarEntropies;

    function specificEnthalpy "Of a mixture"
      extends Icons.Function;
      input Units.Temperature T;
      input Units.MassFraction X[nS];
      output Units.SpecificEnthalpy h;
    algorithm
      h := molarEnthalpies(T)*(X ./ M);
    end specificEnthalpy;

    function temperature "Of a mixture with a given enthalpy"
      extends Icons.Function;
      input Units.SpecificEnthalpy h;
      input Units.MassFraction X[nS];
      input Units.Temperature T_start = 500 "Where the search starts";
      output Units.Temperature T;
    protected
      Units.SpecificEnthalpy excess;
      Units.SpecificHeatCapacity cp;
      Units.Temperature step;
      Integer count = 0;
      constant Real small = 1e-12 "Relative change of the temperature at which the search ends";
    algorithm
      T := T_start;
      step := T;
      while abs(step) > small*T and count < 100 loop
        excess := specificEnthalpy(T, X) - h;
        cp := molarHeatCapacities(T)*(X ./ M);
        step := max(-0.5*T, min(0.5*T, -excess/cp));
        T := T + step;
        count := count + 1;
      end while;
      assert(count < 100, "no temperature has the enthalpy " + String(h) + " J/kg");
    end temperature;

    function equilibrium "Amounts of the species in chemical equilibrium at a temperature and a pressure"
      extends Icons.Function;
      input Units.Temperature T;
      input Units.Pressure p;
      input Real N_start[nS](each unit="mol") "Any amounts with the atoms that there are";
      output Real N[nS](each unit="mol", each min=0);
    algorithm
      N := Utilities.minimizeGibbs(molarEnthalpies(T)/(Constants.R*T) - molarEntropies(T)/Constants.R, log(p/p0), atoms, N_start);
      annotation (Documentation(info="<html><p>See <a href=\"modelica://Mica.Gas.Utilities.minimizeGibbs\">minimizeGibbs</a>.</p></html>"));
    end equilibrium;
    annotation (Documentation(info="<html><p>A mixture is a package that says which species it has; the functions do the rest.</p></html>"));
  end Mixture;

  package HydrogenOxygen "Hydrogen, oxygen and what they become, in argon"
    extends Mixture(
      nS=7,
      names={"O2", "H2", "H2O", "O", "H", "OH", "Ar"},
      M={Species.O2.M, Species.H2.M, Species.H2O.M, Species.O.M, Species.H.M, Species.OH.M, Species.Ar.M},
      atoms={Species.O2.atoms, Species.H2.atoms, Species.H2O.atoms, Species.O.atoms, Species.H.atoms, Species.OH.atoms, Species.Ar.atoms},
      low={Species.O2.low, Species.H2.low, Species.H2O.low, Species.O.low, Species.H.low, Species.OH.low, Species.Ar.low},
      high={Species.O2.high, Species.H2.high, Species.H2O.high, Species.O.high, Species.H.high, Species.OH.high, Species.Ar.high});
  end HydrogenOxygen;

  package HydrogenOxygenConstant "The same species with constant heat capacities"
    extends Mixture(
      nS=7,
      names=HydrogenOxygen.names,
      M=HydrogenOxygen.M,
      atoms=HydrogenOxygen.atoms,
      low=constantHeatCapacity(cv, Hf),
      high=constantHeatCapacity(cv, Hf));
    constant Real cv[7](each unit="J/(mol.K)") = {26, 22, 35, 12.5, 12.5, 22, 12.5} "Molar heat capacities at constant volume";
    constant Real Hf[7](each unit="J/mol") = {0, 0, -241826, 249180, 217998, 38987, 0} "Internal energies at 298.15 K";

    function constantHeatCapacity "The polynomials of constant heat capacities"
      extends Icons.Function;
      input Real cv[:];
      input Real Hf[:];
      output Real a[size(cv, 1), 7];
    algorithm
      a := zeros(size(cv, 1), 7);
      for i in 1:size(cv, 1) loop
        a[i, 1] := cv[i]/Constants.R + 1;
        a[i, 6] := (Hf[i] - cv[i]*298.15)/Constants.R;
      end for;
    end constantHeatCapacity;
  end HydrogenOxygenConstant;

  package Air "Nitrogen, oxygen and argon"
    extends Mixture(
      nS=3,
      names={"N2", "O2", "Ar"},
      M={Species.N2.M, Species.O2.M, Species.Ar.M},
      atoms={Species.N2.atoms, Species.O2.atoms, Species.Ar.atoms},
      low={Species.N2.low, Species.O2.low, Species.Ar.low},
      high={Species.N2.high, Species.O2.high, Species.Ar.high});
    constant Units.MassFraction X_default[3] = {0.7553, 0.2318, 0.0129} "Dry air";
  end Air;

  package Combustion "Methane, air and what they become"
    extends Mixture(
      nS=11,
      names={"N2", "O2", "CH4", "CO2", "H2O", "CO", "H2", "H", "O", "OH", "NO"},
      M={Species.N2.M, Species.O2.M, Species.CH4.M, Species.CO2.M, Species.H2O.M, Species.CO.M, Species.H2.M, Species.H.M, Species.O.M, Species.OH.M, Species.NO.M},
      atoms={Species.N2.atoms, Species.O2.atoms, Species.CH4.atoms, Species.CO2.atoms, Species.H2O.atoms, Species.CO.atoms, Species.H2.atoms, Species.H.atoms, Species.O.atoms, Species.OH.atoms, Species.NO.atoms},
      low={Species.N2.low, Species.O2.low, Species.CH4.low, Species.CO2.low, Species.H2O.low, Species.CO.low, Species.H2.low, Species.H.low, Species.O.low, Species.OH.low, Species.NO.low},
      high={Species.N2.high, Species.O2.high, Species.CH4.high, Species.CO2.high, Species.H2O.high, Species.CO.high, Species.H2.high, Species.H.high, Species.O.high, Species.OH.high, Species.NO.high});
  end Combustion;
end Media;
