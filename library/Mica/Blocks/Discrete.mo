within Mica.Blocks;
package Discrete "Sampled systems"
  extends Icons.Package;

  partial block Sampled "One signal in, one out, with a clock"
    extends SISO;
    parameter Units.Time samplePeriod(min=0) = 0.1 "Time between samples";
    parameter Units.Time startTime = 0 "Time of the first sample";
  protected
    Boolean tick "A sample is taken";
  equation
    tick = sample(startTime, samplePeriod);
    annotation (Documentation(info="<html><p>What is derived from this acts when <code>tick</code> becomes true.</p></html>"));
  end Sampled;

  block UnitDelay "The signal one sample ago"
    extends Sampled(y(start=y_start, fixed=true));
    parameter Real y_start = 0 "y up to the second sample";
  protected
    discrete Real last(start=y_start, fixed=true) "Signal at the last sample";
  equation
    when tick then
      last = u;
      y = pre(last);
    end when;
    annotation (Icon(graphics={Text(extent={{-60, 60}, {60, -60}}, textString="1/z", textColor={0, 0, 127})}));
  end UnitDelay;

  block TransferFunction "Quotient of two polynomials in z, highest power first"
    extends Sampled(y(start=0, fixed=true));
    parameter Real b[:] = {1} "Numerator";
    parameter Real a[:] = {1, 0} "Denominator";
  protected
    parameter Integer n = size(a, 1) - 1 "Order";
    parameter Real B[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)/a[1] "Numerator with as many coefficients as the denominator";
    parameter Real A[n + 1] = a/a[1] "Denominator with the first coefficient 1";
    discrete Real x[n](each start=0, each fixed=true) "States, in the controller form";
    discrete Real top(start=0, fixed=true) "What is shifted in";
  equation
    when tick then
      top = u - A[2:n + 1]*pre(x);
      y = B[1]*top + B[2:n + 1]*pre(x);
      x = cat(1, {top}, pre(x[1:n - 1]));
    end when;
    annotation (Icon(graphics={Text(extent={{-80, 70}, {80, 10}}, textString="b(z)", textColor={0, 0, 127}), Line(points={{-60, 0}, {60, 0}}, color={0, 0, 127}), Text(extent={{-80, -10}, {80, -70}}, textString="a(z)", textColor={0, 0, 127})}));
  end TransferFunction;

  block MovingMean "Mean of the last n samples"
    extends Sampled(y(start=0, fixed=true));
    parameter Integer n(min=1) = 10 "Number of samples";
  protected
    discrete Real kept[n](each start=0, each fixed=true) "Samples";
  equation
    when tick then
      kept = cat(1, {u}, pre(kept[1:n - 1]));
      y = sum(kept)/n;
    end when;
    annotation (Icon(graphics={Line(points={{-80, -50}, {-50, 40}, {-20, -30}, {10, 60}, {40, -10}, {80, 70}}, color={160, 160, 160}), Line(points={{-80, -20}, {80, 40}}, color={0, 0, 127}, thickness=0.5)}));
  end MovingMean;

  block LimitedPI "Sampled controller with limits; the integral part stops at them"
    extends Sampled(y(start=0, fixed=true));
    parameter Real k = 1 "Gain";
    parameter Units.Time T = 1 "Time of the integral part";
    parameter Real upper = Constants.inf "Highest y";
    parameter Real lower = -upper "Lowest y";
  protected
    discrete Real x(start=0, fixed=true) "Integral part";
    discrete Real wanted(start=0, fixed=true) "Output before the limits";
  equation
    when tick then
      wanted = k*(u + pre(x) + samplePeriod/T*u);
      y = max(lower, min(upper, wanted));
      x = pre(x) + samplePeriod/T*u + (y - wanted)/k;
    end when;
    annotation (Icon(graphics={Line(points={{-80, -50}, {-40, -50}, {-40, -10}, {0, -10}, {0, 30}, {40, 30}, {40, 50}, {80, 50}}, color={0, 0, 127}), Line(points={{-80, 50}, {80, 50}}, color={160, 160, 160}), Text(extent={{0, -10}, {80, -70}}, textString="PI", textColor={0, 0, 127})}));
  end LimitedPI;

  block TriggeredSampler "Takes the signal when a condition becomes true"
    extends SISO(y(start=y_start, fixed=true));
    parameter Real y_start = 0 "y before that";
    BooleanInput trigger annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
  equation
    when trigger then
      y = u;
    end when;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-40, 0}, {36, 40}}, color={0, 0, 127}), Line(points={{40, 0}, {90, 0}}, color={0, 0, 127}), Line(points={{0, -100}, {0, 20}}, color={170, 0, 170})}));
  end TriggeredSampler;
  annotation (Documentation(info="<html><p>These blocks act at the times of their own clock and hold their outputs in between.</p></html>"));
end Discrete;
