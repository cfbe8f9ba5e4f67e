within Mica;
package Blocks "Signals: sources, sums, integrators, controllers"
  extends Icons.Package;

  connector RealInput = input Real "A real signal that comes in" annotation (Icon(graphics={
        Polygon(points={{-100, 100}, {100, 0}, {-100, -100}, {-100, 100}}, lineColor={0, 0, 127}, fillColor={0, 0, 127}, fillPattern=FillPattern.Solid)}));
  connector RealOutput = output Real "A real signal that goes out" annotation (Icon(graphics={
        Polygon(points={{-100, 100}, {100, 0}, {-100, -100}, {-100, 100}}, lineColor={0, 0, 127}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid)}));
  connector BooleanInput = input Boolean "A logical signal that comes in" annotation (Icon(graphics={
        Polygon(points={{-100, 100}, {100, 0}, {-100, -100}, {-100, 100}}, lineColor={170, 0, 170}, fillColor={170, 0, 170}, fillPattern=FillPattern.Solid)}));
  connector BooleanOutput = output Boolean "A logical signal that goes out" annotation (Icon(graphics={
        Polygon(points={{-100, 100}, {100, 0}, {-100, -100}, {-100, 100}}, lineColor={170, 0, 170}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid)}));

  connector IntegerInput = input Integer "A whole number that comes in" annotation (Icon(graphics={
        Polygon(points={{-100, 100}, {100, 0}, {-100, -100}, {-100, 100}}, lineColor={255, 127, 0}, fillColor={255, 127, 0}, fillPattern=FillPattern.Solid)}));
  connector IntegerOutput = output Integer "A whole number that goes out" annotation (Icon(graphics={
        Polygon(points={{-100, 100}, {100, 0}, {-100, -100}, {-100, 100}}, lineColor={255, 127, 0}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid)}));

  partial block SISO "One signal in, one out"
    extends Icons.Block;
    RealInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  end SISO;

  partial block Source "One signal out"
    extends Icons.Block;
    parameter Real offset = 0 "Added to the signal";
    parameter Units.Time startTime = 0 "y = offset before this time";
    RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  end Source;
  partial block SI2SO "Two signals in, one out"
    extends Icons.Block;
    RealInput u1 annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
    RealInput u2 annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  end SI2SO;

  annotation (Documentation(info="<html><p>The blocks that most models need stand here; more are in the packages <code>Math</code>, <code>Continuous</code>, <code>Discrete</code>, <code>Logical</code>, <code>Tables</code> and <code>Sources</code>.</p></html>"));
end Blocks;
