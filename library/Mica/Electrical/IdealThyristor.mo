within Mica.Electrical;
model IdealThyristor "Diode that conducts only after it was fired, until its current ends"
  extends OnePort;
  parameter Units.Resistance Ron(min=0) = 0 "Resistance when conducting";
  parameter Units.Conductance Goff(min=0) = 0 "Conductance when blocking";
  Blocks.BooleanInput fire "Lets it begin to conduct" annotation (Placement(transformation(origin={70, 120}, extent={{-20, -20}, {20, 20}}, rotation=270)));
  Boolean off(start=true, fixed=true) "It blocks";
protected
  Real s(start=0) "Place on the characteristic: the voltage when blocking, the current when conducting";
  constant Units.Voltage unitVoltage = 1;
  constant Units.Current unitCurrent = 1;
equation
  off = s < 0 or pre(off) and not fire;
  v = if off then s*unitVoltage else Ron*s*unitCurrent;
  i = if off then Goff*s*unitVoltage else s*unitCurrent;
  annotation (
    Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Polygon(points={{-35, 40}, {-35, -40}, {35, 0}, {-35, 40}}, lineColor={0, 0, 255}), Line(points={{35, 40}, {35, -40}}, color={0, 0, 255}),
        Line(points={{35, 0}, {70, 40}, {70, 100}}, color={170, 0, 170})}),
    Documentation(info="<html><p>Mattsson, Otter, Elmqvist: <em>Modelica Hybrid Modeling and Efficient Simulation</em>, 1999.</p></html>"));
end IdealThyristor;
