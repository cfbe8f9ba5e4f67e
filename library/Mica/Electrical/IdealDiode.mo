within Mica.Electrical;
model IdealDiode "Diode that blocks or conducts without loss"
  extends OnePort;
  parameter Units.Resistance Ron(min=0) = 0 "Resistance when conducting";
  parameter Units.Conductance Goff(min=0) = 0 "Conductance when blocking";
  Boolean off(start=true) "The diode blocks";
protected
  Real s(start=0) "Place on the characteristic: the voltage when blocking, the current when conducting";
  constant Units.Voltage unitVoltage = 1;
  constant Units.Current unitCurrent = 1;
equation
  off = s < 0;
  v = if off then s*unitVoltage else Ron*s*unitCurrent;
  i = if off then Goff*s*unitVoltage else s*unitCurrent;
  annotation (
    Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Polygon(points={{-35, 40}, {-35, -40}, {35, 0}, {-35, 40}}, lineColor={0, 0, 255}),
        Line(points={{35, 40}, {35, -40}}, color={0, 0, 255})}),
    Documentation(info="<html>
<p>The characteristic of an ideal diode has a corner, where the current is no function of the voltage. Voltage and current are both functions
of a parameter <code>s</code> that runs along the curve, negative where the diode blocks and positive where it conducts. With the defaults of
<code>Ron</code> and <code>Goff</code> the corner is a right angle.</p>
<p>Mattsson, Otter, Elmqvist: <em>Modelica Hybrid Modeling and Efficient Simulation</em>, 1999.</p>
</html>"));
end IdealDiode;
