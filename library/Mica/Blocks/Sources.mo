within Mica.Blocks;
package Sources "Signals that depend on time alone"
  extends Icons.Package;

  block Clock "The time since startTime"
    extends Source;
  equation
    y = offset + (if time < startTime then 0 else time - startTime);
    annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={0, 0, 127}), Line(points={{0, 0}, {0, 50}}, color={0, 0, 127}), Line(points={{0, 0}, {30, -20}}, color={0, 0, 127})}));
  end Clock;

  block Exponentials "Rises towards one level and then falls back, both with time constants"
    extends Source;
    parameter Real height = 1 "Level that is approached";
    parameter Units.Time riseTime = 0.5 "Length of the rise";
    parameter Units.Time riseConstant = 0.1 "Time constant of the rise";
    parameter Units.Time fallConstant = riseConstant "Time constant of the fall";
  equation
    y = offset + height*(if time < startTime then 0 elseif time < startTime + riseTime then 1 - exp(-(time - startTime)/riseConstant)
      else (1 - exp(-riseTime/riseConstant))*exp(-(time - startTime - riseTime)/fallConstant));
    annotation (Icon(graphics={Line(points={{-80, -60}, {-60, 0}, {-40, 30}, {-10, 44}, {10, 0}, {30, -30}, {80, -58}}, color={0, 0, 127})}));
  end Exponentials;

  block Trapezoid "Trapezoids, one every period"
    extends Source;
    parameter Real amplitude = 1 "Height of a trapezoid";
    parameter Units.Time rising(min=0) = 0.1 "Length of the rise";
    parameter Units.Time width(min=0) = 0.3 "Length of the top";
    parameter Units.Time falling(min=0) = 0.1 "Length of the fall";
    parameter Units.Time period = 1 "Time from trapezoid to trapezoid";
  protected
    discrete Units.Time begin(start=startTime, fixed=true) "Start of the last period";
    Units.Time t = time - begin "Time in the period";
  equation
    when sample(startTime, period) then
      begin = time;
    end when;
    y = offset + (if time < startTime or t >= rising + width + falling then 0 elseif t < rising then amplitude*t/rising elseif t < rising + width then amplitude else amplitude*(rising + width + falling - t)/falling);
    annotation (Icon(graphics={Line(points={{-80, -60}, {-50, 60}, {-10, 60}, {20, -60}, {40, -60}, {70, 60}, {80, 60}}, color={0, 0, 127})}));
  end Trapezoid;

  block Triangle "Triangle between -1 and 1, as a carrier for pulse-width modulation"
    extends Source;
    parameter Real amplitude = 1 "Amplitude";
    parameter Units.Frequency f = 1 "Frequency";
  protected
    parameter Units.Time half = 0.5/f "Half of a period";
    Integer k(start=0, fixed=true) "Number of halves that have passed";
    discrete Units.Time begin(start=startTime, fixed=true) "Start of the present half";
  equation
    when sample(startTime, half) then
      k = pre(k) + 1;
      begin = time;
    end when;
    y = offset + (if time < startTime then -amplitude else amplitude*(if mod(k, 2) == 1 then 2*(time - begin)/half - 1 else 1 - 2*(time - begin)/half));
    annotation (Icon(graphics={Line(points={{-80, -60}, {-40, 60}, {0, -60}, {40, 60}, {80, -60}}, color={0, 0, 127})}));
  end Triangle;

  block Sweep "Sine wave whose frequency grows in the same proportion in equal times"
    extends Source;
    parameter Real amplitude = 1 "Amplitude";
    parameter Units.Frequency f1 = 1 "Frequency at startTime";
    parameter Units.Frequency f2 = 10 "Frequency at the end";
    parameter Units.Time duration = 1 "Length";
  protected
    parameter Real rate(unit="1/s") = log(f2/f1)/duration "Growth of the frequency";
  equation
    y = offset + (if time < startTime then 0 else amplitude*sin(2*Constants.pi*f1*(exp(rate*(time - startTime)) - 1)/rate));
    annotation (Icon(graphics={Line(points={{-80, 0}, {-60, 60}, {-40, 0}, {-25, -60}, {-10, 0}, {0, 60}, {10, 0}, {18, -60}, {26, 0}, {33, 60}, {40, 0}, {46, -60}, {52, 0}, {57, 60}, {62, 0}}, color={0, 0, 127}, smooth=Smooth.Bezier)}));
  end Sweep;

  block BooleanStep "Becomes true at startTime"
    extends Icons.Block;
    parameter Units.Time startTime = 0 "Time of the change";
    parameter Boolean before = false "Value before";
    BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = if time >= startTime then not before else before;
    annotation (Icon(graphics={Line(points={{-80, -60}, {0, -60}, {0, 60}, {80, 60}}, color={170, 0, 170})}));
  end BooleanStep;

  block BooleanTimes "Changes at given times"
    extends Icons.Block;
    parameter Units.Time t[:] = {1} "Times of the changes";
    parameter Boolean before = false "Value before the first";
    BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = (mod(sum(if time >= t[i] then 1 else 0 for i in 1:size(t, 1)), 2) == 1) <> before;
    annotation (Icon(graphics={Line(points={{-80, -60}, {-50, -60}, {-50, 60}, {10, 60}, {10, -60}, {40, -60}, {40, 60}, {80, 60}}, color={170, 0, 170})}));
  end BooleanTimes;
  annotation (Documentation(info="<html><p>Corners and jumps are events, which are hit exactly.</p></html>"));
end Sources;
