within Mica;
package Units "Types of physical quantities, in SI units"
  extends Icons.Package;

  type Time = Real(final quantity="Time", final unit="s");
  type Frequency = Real(final quantity="Frequency", final unit="Hz");

  type Length = Real(final quantity="Length", final unit="m");
  type Position = Length;
  type Velocity = Real(final quantity="Velocity", final unit="m/s");
  type Acceleration = Real(final quantity="Acceleration", final unit="m/s2");
  type Mass = Real(final quantity="Mass", final unit="kg", min=0);
  type Force = Real(final quantity="Force", final unit="N");
  type TranslationalStiffness = Real(final quantity="TranslationalStiffness", final unit="N/m", min=0);
  type TranslationalDamping = Real(final quantity="TranslationalDamping", final unit="N.s/m", min=0);

  type Area = Real(final quantity="Area", final unit="m2", min=0);
  type Volume = Real(final quantity="Volume", final unit="m3", min=0);
  type VolumeFlowRate = Real(final quantity="VolumeFlowRate", final unit="m3/s");
  type Pressure = Real(final quantity="Pressure", final unit="Pa", displayUnit="bar");
  type BulkModulus = Real(final quantity="BulkModulus", final unit="Pa", min=0);
  type Density = Real(final quantity="Density", final unit="kg/m3", min=0);
  type Displacement = Real(final quantity="Displacement", final unit="m3/rad");
  type HydraulicConductance = Real(final quantity="HydraulicConductance", final unit="m3/(s.Pa)", min=0);
  type HydraulicImpedance = Real(final quantity="HydraulicImpedance", final unit="Pa.s/m3", min=0);
  type KinematicViscosity = Real(final quantity="KinematicViscosity", final unit="m2/s", min=0);

  type Angle = Real(final quantity="Angle", final unit="rad", displayUnit="deg");
  type AngularVelocity = Real(final quantity="AngularVelocity", final unit="rad/s");
  type AngularAcceleration = Real(final quantity="AngularAcceleration", final unit="rad/s2");
  type MomentOfInertia = Real(final quantity="MomentOfInertia", final unit="kg.m2", min=0);
  type Torque = Real(final quantity="Torque", final unit="N.m");
  type RotationalStiffness = Real(final quantity="RotationalStiffness", final unit="N.m/rad", min=0);
  type RotationalDamping = Real(final quantity="RotationalDamping", final unit="N.m.s/rad", min=0);

  type Voltage = Real(final quantity="Voltage", final unit="V");
  type Current = Real(final quantity="ElectricCurrent", final unit="A");
  type Charge = Real(final quantity="ElectricCharge", final unit="C");
  type Resistance = Real(final quantity="Resistance", final unit="Ohm");
  type Conductance = Real(final quantity="Conductance", final unit="S");
  type Capacitance = Real(final quantity="Capacitance", final unit="F", min=0);
  type Inductance = Real(final quantity="Inductance", final unit="H", min=0);
  type MagneticFlux = Real(final quantity="MagneticFlux", final unit="Wb");
  type MachineConstant = Real(final quantity="MachineConstant", final unit="N.m/A");

  type Power = Real(final quantity="Power", final unit="W");
  type Energy = Real(final quantity="Energy", final unit="J");
  type Temperature = Real(final quantity="Temperature", final unit="K", start=293.15, nominal=300, min=0, displayUnit="degC");
  type HeatFlowRate = Real(final quantity="Power", final unit="W");
  type HeatCapacity = Real(final quantity="HeatCapacity", final unit="J/K", min=0);
  type ThermalConductance = Real(final quantity="ThermalConductance", final unit="W/K", min=0);
  type TemperatureCoefficient = Real(final quantity="TemperatureCoefficient", final unit="1/K");

  type AmountOfSubstance = Real(final quantity="AmountOfSubstance", final unit="mol", min=0);
  type MolarFlowRate = Real(final quantity="MolarFlowRate", final unit="mol/s");
  type MolarMass = Real(final quantity="MolarMass", final unit="kg/mol", min=0);
  type MolarVolume = Real(final quantity="MolarVolume", final unit="m3/mol", min=0);
  type Concentration = Real(final quantity="Concentration", final unit="mol/m3");
  type MolarEnergy = Real(final quantity="MolarEnergy", final unit="J/mol");
  type MolarHeatCapacity = Real(final quantity="MolarHeatCapacity", final unit="J/(mol.K)");
  type MassFlowRate = Real(final quantity="MassFlowRate", final unit="kg/s");
  type SpecificEnthalpy = Real(final quantity="SpecificEnergy", final unit="J/kg");
  type SpecificEntropy = Real(final quantity="SpecificEntropy", final unit="J/(kg.K)");
  type SpecificHeatCapacity = Real(final quantity="SpecificHeatCapacity", final unit="J/(kg.K)");
  type MassFraction = Real(final quantity="MassFraction", final unit="1", min=0, max=1);
  type MoleFraction = Real(final quantity="MoleFraction", final unit="1", min=0, max=1);

  annotation (Documentation(info="<html><p>A type says what a number means and in which unit it is; Mica warns where two that do not fit are
added, compared or connected.</p></html>"));
end Units;
