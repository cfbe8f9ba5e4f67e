// mica check --class Tank
package Fluids "A tank alone, whose medium nobody chose"
  partial package PartialFluid
    constant Integer n "Number of substances";
    constant Real density;
    replaceable partial function viscosity
      input Real T;
      output Real mu;
    end viscosity;
  end PartialFluid;
  package Water
    extends PartialFluid(n = 1, density = 1000);
    redeclare function extends viscosity
    algorithm
      mu := 1e-3;
    end viscosity;
  end Water;
  model Tank
    replaceable package Fluid = PartialFluid constrainedby PartialFluid;
    parameter Real V = 1;
    Real m = V*Fluid.density;
    Real X[Fluid.n] = fill(1, Fluid.n);
    Real mu = Fluid.viscosity(300);
  end Tank;
end Fluids;
