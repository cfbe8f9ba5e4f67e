within Mica.Blocks;
package Math "Functions of signals, without memory"
  extends Icons.Package;

  block Product "y = u1*u2"
    extends SI2SO;
  equation
    y = u1*u2;
    annotation (Icon(graphics={Text(extent={{-60, 60}, {60, -60}}, textString="x", textColor={0, 0, 127})}));
  end Product;

  block Division "y = u1/u2"
    extends SI2SO;
  equation
    y = u1/u2;
    annotation (Icon(graphics={Line(points={{-40, 0}, {40, 0}}, color={0, 0, 127}), Ellipse(extent={{-8, 40}, {8, 24}}, lineColor={0, 0, 127}, fillColor={0, 0, 127}, fillPattern=FillPattern.Solid), Ellipse(extent={{-8, -24}, {8, -40}}, lineColor={0, 0, 127}, fillColor={0, 0, 127}, fillPattern=FillPattern.Solid)}));
  end Division;

  block Max "y is the larger of two signals"
    extends SI2SO;
  equation
    y = max(u1, u2);
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="max", textColor={0, 0, 127})}));
  end Max;

  block Min "y is the smaller of two signals"
    extends SI2SO;
  equation
    y = min(u1, u2);
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="min", textColor={0, 0, 127})}));
  end Min;

  block Abs "y = |u|"
    extends SISO;
  equation
    y = abs(u);
    annotation (Icon(graphics={Line(points={{-80, 70}, {0, -60}, {80, 70}}, color={0, 0, 127})}));
  end Abs;

  block Sign "y is -1, 0 or 1"
    extends SISO;
  equation
    y = sign(u);
    annotation (Icon(graphics={Line(points={{-80, -60}, {0, -60}, {0, 60}, {80, 60}}, color={0, 0, 127})}));
  end Sign;

  block Square "y = u^2"
    extends SISO;
  equation
    y = u^2;
    annotation (Icon(graphics={Line(points={{-80, 80}, {-50, -10}, {-20, -60}, {0, -68}, {20, -60}, {50, -10}, {80, 80}}, color={0, 0, 127}, smooth=Smooth.Bezier)}));
  end Square;

  block Sqrt "y is the square root of u"
    extends SISO;
  equation
    y = sqrt(u);
    annotation (Icon(graphics={Line(points={{-80, -70}, {-70, -20}, {-30, 20}, {20, 48}, {80, 70}}, color={0, 0, 127}, smooth=Smooth.Bezier)}));
  end Sqrt;

  block DeadZone "No output while the signal is between two limits"
    extends SISO;
    parameter Real upper = 1 "Upper end of the zone";
    parameter Real lower = -upper "Lower end of the zone";
  equation
    y = smooth(0, if u > upper then u - upper elseif u < lower then u - lower else 0);
    annotation (Icon(graphics={Line(points={{-80, -60}, {-25, 0}, {25, 0}, {80, 60}}, color={0, 0, 127})}));
  end DeadZone;

  block RateLimiter "Follows the signal with a limited rate"
    extends SISO(y(start=y_start, fixed=true));
    parameter Real rising(min=0) = 1 "Highest rate, in units of the signal per second";
    parameter Real falling(min=0) = rising "Highest rate downward, as a positive number";
    parameter Units.Time T = 1e-3 "Time constant with which the signal is followed";
    parameter Real y_start = 0 "y at the start";
  equation
    der(y) = smooth(0, max(-falling, min(rising, (u - y)/T)));
    annotation (Icon(graphics={Line(points={{-80, -60}, {-40, -60}, {40, 60}, {80, 60}}, color={0, 0, 127}), Line(points={{-80, -60}, {-40, -60}, {-40, 60}, {80, 60}}, color={160, 160, 160})}));
  end RateLimiter;

  block MultiSwitch "y is the signal whose number is given"
    extends Icons.Block;
    parameter Integer n(min=1) = 2 "Number of signals";
    RealInput u[n] "Signals" annotation (Placement(transformation(extent={{-140, 20}, {-100, 60}})));
    IntegerInput index "Number of the signal, from 1" annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = u[index];
    annotation (Icon(graphics={Line(points={{-80, 60}, {-30, 60}, {40, 0}, {90, 0}}, color={0, 0, 127}), Line(points={{-80, 20}, {-30, 20}}, color={0, 0, 127}), Line(points={{-80, -60}, {0, -60}, {0, 20}}, color={255, 127, 0})}));
  end MultiSwitch;
  annotation (Documentation(info="<html><p>The output depends on the inputs at the same time alone, except for <code>RateLimiter</code>.</p></html>"));
end Math;
