within Mica.Electrical;
model IdealSwitch "Switch that a logical signal closes"
  extends OnePort;
  parameter Units.Resistance Ron(min=0) = 0 "Resistance when closed";
  parameter Units.Conductance Goff(min=0) = 0 "Conductance when open";
  Blocks.BooleanInput closed "The switch is closed" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
protected
  Real s(start=0) "The voltage when open, the current when closed";
  constant Units.Voltage unitVoltage = 1;
  constant Units.Current unitCurrent = 1;
equation
  v = if closed then Ron*s*unitCurrent else s*unitVoltage;
  i = if closed then s*unitCurrent else Goff*s*unitVoltage;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-40, 0}, {36, 40}}, color={0, 0, 255}), Line(points={{40, 0}, {90, 0}}, color={0, 0, 255})}));
end IdealSwitch;
