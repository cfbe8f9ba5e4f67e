within Mica.Tlm;
model Capacitor "Capacitor to ground, between two circuits, as a line of equal capacitance"
  extends ElectricalLine(final Zc=T/(C*(1 - alpha)));
  parameter Units.Capacitance C = 1e-6 "Capacitance";
  annotation (Icon(graphics={Line(points={{-8, 25}, {-8, -25}}, color={0, 0, 255}), Line(points={{8, 25}, {8, -25}}, color={0, 0, 255})}),
    Documentation(info="<html><p>The line adds the inductance <code>T*T/C</code> between the circuits, which is the error of this capacitor; it falls with the square of the delay.</p></html>"));
end Capacitor;
