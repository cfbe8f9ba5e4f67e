within Mica.Electrical;
model IdealGTO "Diode that a signal lets conduct or not at any time"
  extends OnePort;
  parameter Units.Resistance Ron(min=0) = 0 "Resistance when conducting";
  parameter Units.Conductance Goff(min=0) = 0 "Conductance when blocking";
  Blocks.BooleanInput fire "Lets it conduct" annotation (Placement(transformation(origin={70, 120}, extent={{-20, -20}, {20, 20}}, rotation=270)));
  Boolean off(start=true) "It blocks";
protected
  Real s(start=0) "Place on the characteristic: the voltage when blocking, the current when conducting";
  constant Units.Voltage unitVoltage = 1;
  constant Units.Current unitCurrent = 1;
equation
  off = s < 0 or not fire;
  v = if off then s*unitVoltage else Ron*s*unitCurrent;
  i = if off then Goff*s*unitVoltage else s*unitCurrent;
  annotation (
    Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Polygon(points={{-35, 40}, {-35, -40}, {35, 0}, {-35, 40}}, lineColor={0, 0, 255}), Line(points={{35, 40}, {35, -40}}, color={0, 0, 255}),
        Line(points={{35, 0}, {70, 40}, {70, 100}}, color={170, 0, 170}), Line(points={{50, 55}, {90, 55}}, color={170, 0, 170})}),
    Documentation(info="<html><p>A gate turn-off thyristor: unlike a thyristor it stops when its signal ends.</p>
<p>Mattsson, Otter, Elmqvist: <em>Modelica Hybrid Modeling and Efficient Simulation</em>, 1999.</p></html>"));
end IdealGTO;
