within Mica;
package Icons "Pictures that classes inherit"
  extends Icons.Package;

  partial package Package "A package"
    annotation (Icon(graphics={
          Rectangle(extent={{-90, 70}, {90, -90}}, lineColor={90, 90, 90}, fillColor={238, 238, 232}, fillPattern=FillPattern.Solid, radius=12),
          Line(points={{-90, 40}, {90, 40}}, color={90, 90, 90})}));
  end Package;

  partial model Example "A model that can be simulated as it is"
    annotation (Icon(graphics={
          Ellipse(extent={{-90, 90}, {90, -90}}, lineColor={60, 120, 90}, fillColor={240, 248, 243}, fillPattern=FillPattern.Solid),
          Polygon(points={{-30, 50}, {56, 0}, {-30, -50}, {-30, 50}}, lineColor={60, 120, 90}, fillColor={60, 120, 90}, fillPattern=FillPattern.Solid)}));
  end Example;

  partial block Block "A block with inputs and outputs"
    annotation (Icon(graphics={
          Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={0, 0, 127}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid),
          Text(extent={{-150, 145}, {150, 105}}, textString="%name", textColor={0, 0, 255})}));
  end Block;

  partial record Record "A record of data"
    annotation (Icon(graphics={
          Rectangle(extent={{-90, 60}, {90, -80}}, lineColor={120, 100, 40}, fillColor={252, 248, 226}, fillPattern=FillPattern.Solid),
          Line(points={{-90, 15}, {90, 15}}, color={120, 100, 40}), Line(points={{-90, -32}, {90, -32}}, color={120, 100, 40}), Line(points={{0, 60}, {0, -80}}, color={120, 100, 40})}));
  end Record;

  partial function Function "A function"
    annotation (Icon(graphics={
          Ellipse(extent={{-90, 90}, {90, -90}}, lineColor={160, 110, 30}, fillColor={252, 246, 232}, fillPattern=FillPattern.Solid),
          Text(extent={{-60, 60}, {60, -60}}, textString="f", textColor={160, 110, 30})}));
  end Function;

  annotation (Documentation(info="<html><p>Partial classes that hold nothing but an icon.</p></html>"));
end Icons;
