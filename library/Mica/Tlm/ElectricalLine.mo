within Mica.Tlm;
model ElectricalLine "Wire above a common ground"
  extends Line(final c1_start=v_start - Zc*i_start, final c2_start=v_start + Zc*i_start, c1(unit="V"), c2(unit="V"));
  parameter Units.Resistance Zc(min=0) = 50 "Characteristic impedance";
  parameter Units.Voltage v_start = 0 "Voltage of the whole line at the start";
  parameter Units.Current i_start = 0 "Current from a to b at the start";
  Electrical.Pin a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Electrical.Pin b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  a.v = c1 + Zc*a.i;
  b.v = c2 + Zc*b.i;
  sent1 = a.v + Zc*a.i;
  sent2 = b.v + Zc*b.i;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-80, 0}}, color={0, 0, 255}), Line(points={{80, 0}, {90, 0}}, color={0, 0, 255})}),
    Documentation(info="<html><p>A cable of length l with inductance L' and capacitance C' per length has <code>Zc = sqrt(L'/C')</code> and <code>T = l*sqrt(L'*C')</code>.</p></html>"));
end ElectricalLine;
