within Mica.Blocks;
package Tables "Functions given by points"
  extends Icons.Package;

  function interval "The interval of a growing sequence in which a number lies"
    extends Icons.Function;
    input Real x[:] "Growing sequence of at least two numbers";
    input Real u "The number";
    output Integer i "x[i] <= u < x[i + 1]; the first or last interval for a number outside";
  protected
    Integer high "Upper bound of the search";
    Integer middle "Half way";
  algorithm
    i := 1;
    high := size(x, 1);
    while high - i > 1 loop
      middle := div(i + high, 2);
      if u < x[middle] then
        high := middle;
      else
        i := middle;
      end if;
    end while;
  end interval;

  function linear "Straight lines between points"
    extends Icons.Function;
    input Real x[:] "Growing sequence of arguments";
    input Real y[size(x, 1)] "Values";
    input Real u "Argument";
    output Real v "Value; outside the points the first or last line goes on";
  protected
    Integer i "Interval";
  algorithm
    i := interval(x, u);
    v := y[i] + (y[i + 1] - y[i])*(u - x[i])/(x[i + 1] - x[i]);
    annotation (derivative(noDerivative=x, noDerivative=y)=linear_der, smoothOrder=0);
  end linear;

  function linear_der "Derivative of linear with time"
    extends Icons.Function;
    input Real x[:] "Growing sequence of arguments";
    input Real y[size(x, 1)] "Values";
    input Real u "Argument";
    input Real der_u "Derivative of the argument";
    output Real der_v "Derivative of the value";
  protected
    Integer i "Interval";
  algorithm
    i := interval(x, u);
    der_v := (y[i + 1] - y[i])/(x[i + 1] - x[i])*der_u;
  end linear_der;

  function hermite "Smooth curve through points that makes no new extremes"
    extends Icons.Function;
    input Real x[:] "Growing sequence of arguments";
    input Real y[size(x, 1)] "Values";
    input Real u "Argument";
    output Real v "Value; outside the points a straight line goes on";
  protected
    Integer n = size(x, 1) "Number of points";
    Integer i "Interval";
    Real h "Length of the interval";
    Real t "Place in the interval, 0 to 1";
    Real s[3] "Slopes of the chords before, in and after the interval";
    Real d[2] "Slopes of the curve at the ends of the interval";
  algorithm
    i := interval(x, u);
    h := x[i + 1] - x[i];
    s[2] := (y[i + 1] - y[i])/h;
    s[1] := if i > 1 then (y[i] - y[max(i - 1, 1)])/(x[i] - x[max(i - 1, 1)] + (if i > 1 then 0 else 1)) else s[2];
    s[3] := if i + 2 <= n then (y[min(i + 2, n)] - y[i + 1])/(x[min(i + 2, n)] - x[i + 1] + (if i + 2 <= n then 0 else 1)) else s[2];
    for k in 1:2 loop
      d[k] := if s[k]*s[k + 1] > 0 then 2*s[k]*s[k + 1]/(s[k] + s[k + 1]) else 0;
    end for;
    if u < x[1] then
      v := y[1] + d[1]*(u - x[1]);
    elseif u > x[n] then
      v := y[n] + d[2]*(u - x[n]);
    else
      t := (u - x[i])/h;
      v := y[i]*(1 + 2*t)*(1 - t)^2 + y[i + 1]*t^2*(3 - 2*t) + h*t*(1 - t)*(d[1]*(1 - t) - d[2]*t);
    end if;
    annotation (smoothOrder=1, Documentation(info="<html><p>Cubic polynomials with slopes at the points that are the harmonic means of the neighbouring chords, zero at extremes: F. N. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984).</p></html>"));
  end hermite;

  block Table1D "A function of one signal, given by points"
    extends SISO;
    parameter Real x[:] = {0, 1} "Growing sequence of arguments";
    parameter Real values[size(x, 1)] = {0, 1} "Values";
    parameter Boolean smoothed = false "Smooth instead of straight between the points" annotation (Evaluate=true);
  equation
    if smoothed then
      y = hermite(x, values, u);
    else
      y = linear(x, values, u);
    end if;
    annotation (Icon(graphics={Rectangle(extent={{-60, 60}, {60, -60}}, lineColor={0, 0, 127}), Line(points={{0, 60}, {0, -60}}, color={0, 0, 127}), Line(points={{-60, 30}, {60, 30}}, color={0, 0, 127}), Line(points={{-60, 0}, {60, 0}}, color={0, 0, 127}), Line(points={{-60, -30}, {60, -30}}, color={0, 0, 127})}));
  end Table1D;

  block Table2D "A function of two signals, given on a grid"
    extends SI2SO;
    parameter Real x1[:] = {0, 1} "Growing sequence of first arguments";
    parameter Real x2[:] = {0, 1} "Growing sequence of second arguments";
    parameter Real values[size(x1, 1), size(x2, 1)] = [0, 0; 0, 1] "Values";
  equation
    y = linear(x1, {linear(x2, values[i, :], u2) for i in 1:size(x1, 1)}, u1);
    annotation (Icon(graphics={Rectangle(extent={{-60, 60}, {60, -60}}, lineColor={0, 0, 127}), Line(points={{-20, 60}, {-20, -60}}, color={0, 0, 127}), Line(points={{20, 60}, {20, -60}}, color={0, 0, 127}), Line(points={{-60, 20}, {60, 20}}, color={0, 0, 127}), Line(points={{-60, -20}, {60, -20}}, color={0, 0, 127})}));
  end Table2D;

  block TimeTable "A function of time, given by points, with an event at each"
    extends Icons.Block;
    parameter Units.Time t[:] = {0, 1} "Growing sequence of times; two equal times make a jump";
    parameter Real values[size(t, 1)] = {0, 1} "Values; the last one holds for ever";
    RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  protected
    Integer row(start=1, fixed=true) "Last point that has passed";
    discrete Real level(start=values[1], fixed=true) "Value at that point";
    discrete Real slope(start=0, fixed=true) "Rise after that point";
    discrete Units.Time since(start=t[1], fixed=true) "Time of that point";
    discrete Units.Time next(start=t[1], fixed=true) "Time of the next point";
  equation
    when {initial(), time >= pre(next)} then
      row = passed(t, time);
      since = t[row];
      level = values[row];
      next = if row < size(t, 1) then t[min(row + 1, size(t, 1))] else Constants.inf;
      slope = if row < size(t, 1) and time >= t[1] then (values[min(row + 1, size(t, 1))] - values[row])/(next - since) else 0;
    end when;
    y = level + slope*(time - since);
    annotation (Icon(graphics={Line(points={{-80, -60}, {-40, 30}, {-10, 10}, {20, 60}, {20, -20}, {80, -20}}, color={0, 0, 127})}));
  end TimeTable;

  function passed "The last point of time that has passed, the first before all"
    extends Icons.Function;
    input Real t[:] "Sequence of times";
    input Real now "The time";
    output Integer row "The last row with t[row] <= now";
  algorithm
    row := 1;
    for i in 2:size(t, 1) loop
      if t[i] <= now + 1e-12*abs(now) then
        row := i;
      end if;
    end for;
  end passed;
  annotation (Documentation(info="<html><p>Tables whose points are parameters. Nothing outside of Modelica is used.</p></html>"));
end Tables;
