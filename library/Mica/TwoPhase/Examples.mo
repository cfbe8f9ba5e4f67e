within Mica.TwoPhase;
package Examples "Systems with fluids that boil"
  extends Icons.Package;

  model Regions "States of both fluids over all regions"
    extends Icons.Example;
    Units.SpecificEnthalpy h = 100e3 + 500e3*time "Enthalpy of carbon dioxide";
    Units.SpecificEnthalpy hw = 100e3 + 3400e3*time "Enthalpy of water";
    Units.Pressure p[4] = {10e5, 60e5, 75e5, 120e5} "Pressures of carbon dioxide";
    Units.Pressure pw[4] = {1e5, 100e5, 225e5, 400e5} "Pressures of water";
    Units.Density d[4] "Densities of carbon dioxide";
    Units.Temperature T[4] "Temperatures of carbon dioxide";
    Units.SpecificEntropy s[4] "Entropies of carbon dioxide";
    Units.Density dw[4] "Densities of water";
    Units.Temperature Tw[4] "Temperatures of water";
    Units.SpecificEntropy sw[4] "Entropies of water";
  protected
    CarbonDioxide.State state[4];
    Water.State water[4];
  equation
    for i in 1:4 loop
      state[i] = CarbonDioxide.state_ph(p[i], h);
      water[i] = Water.state_ph(pw[i], hw);
    end for;
    d = state.d;
    T = state.T;
    s = state.s;
    dw = water.d;
    Tw = water.T;
    sw = water.s;
    annotation (experiment(StopTime=1, Interval=0.02), Documentation(info="<html><p>Liquid, wet vapour, gas, and above the critical pressure.</p></html>"));
  end Regions;
end Examples;
