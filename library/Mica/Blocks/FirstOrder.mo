within Mica.Blocks;
block FirstOrder "First-order lag, T*der(y) + y = k*u"
  extends SISO(y(start=y_start, fixed=not steadyState));
  parameter Real k = 1 "Factor";
  parameter Units.Time T = 1 "Time constant";
  parameter Real y_start = 0 "y at the start, unless steadyState";
  parameter Boolean steadyState = false "Start with der(y) = 0";
initial equation
  if steadyState then
    der(y) = 0;
  end if;
equation
  T*der(y) + y = k*u;
  annotation (Icon(graphics={Line(points={{-80, -70}, {-50, 10}, {-20, 45}, {20, 62}, {80, 68}}, color={0, 0, 127}, smooth=Smooth.Bezier)}));
end FirstOrder;
