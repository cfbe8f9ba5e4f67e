within Mica.Translational;
model EndStop "Spring and damper that act only when a and b are closer than a gap"
  extends Compliant(s_rel(stateSelect=StateSelect.prefer));
  parameter Units.TranslationalStiffness c = 1e6 "Stiffness in contact";
  parameter Units.TranslationalDamping d = 0 "Damping in contact; the stop never pulls";
  parameter Units.Length s_rel0 = 0 "Distance below which they touch";
  Units.Velocity v_rel(stateSelect=StateSelect.prefer) "Velocity of b against a";
  Boolean contact "They touch";
protected
  Units.Force pushing "What spring and damper would do";
equation
  v_rel = der(s_rel);
  contact = s_rel < s_rel0;
  pushing = c*(s_rel - s_rel0) + d*v_rel;
  f = if contact then smooth(0, noEvent(if pushing < 0 then pushing else 0)) else 0;
  annotation (
    Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={0, 127, 0}), Line(points={{-20, 50}, {-20, -50}}, color={0, 127, 0}), Rectangle(extent={{10, 50}, {30, -50}}, lineColor={0, 127, 0}, fillColor={0, 127, 0}, fillPattern=FillPattern.Solid),
        Line(points={{30, 0}, {90, 0}}, color={0, 127, 0}), Text(extent={{-150, -60}, {150, -100}}, textString="c=%c")}),
    Documentation(info="<html><p>The contact pushes and never pulls: where the damper would pull the parts together as they separate, the force is zero.</p></html>"));
end EndStop;
