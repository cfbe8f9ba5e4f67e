within Mica.Electrical;
model ConstantCurrent "Source of constant current, from p to n inside"
  extends OnePort;
  parameter Units.Current I = 1 "Current";
equation
  i = I;
  annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{0, 50}, {0, -50}}, color={0, 0, 255}), Text(extent={{-150, -60}, {150, -100}}, textString="I=%I")}));
end ConstantCurrent;
