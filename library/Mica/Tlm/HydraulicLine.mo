within Mica.Tlm;
model HydraulicLine "Pipe in which pressure travels"
  extends Line(final c1_start=p_start - Zc*q_start, final c2_start=p_start + Zc*q_start, c1(unit="Pa"), c2(unit="Pa"));
  parameter Units.HydraulicImpedance Zc(min=0) = 1e9 "Characteristic impedance";
  parameter Units.Pressure p_start = 0 "Pressure of the whole line at the start";
  parameter Units.VolumeFlowRate q_start = 0 "Flow from a to b at the start";
  Hydraulic.Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Hydraulic.Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  a.p = c1 + Zc*a.q;
  b.p = c2 + Zc*b.q;
  sent1 = a.p + Zc*a.q;
  sent2 = b.p + Zc*b.q;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-80, 0}}, color={150, 100, 0}, thickness=1), Line(points={{80, 0}, {90, 0}}, color={150, 100, 0}, thickness=1)}),
    Documentation(info="<html><p>A pipe of length l and cross section A, filled with oil of density rho in which sound travels with c, has <code>Zc = rho*c/A</code> and <code>T = l/c</code>.</p></html>"));
end HydraulicLine;
