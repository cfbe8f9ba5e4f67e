within Mica.Blocks;
package Continuous "Linear systems and controllers in continuous time"
  extends Icons.Package;

  block Derivative "Approximated derivative, y = k*s/(1 + T*s)*u"
    extends SISO;
    parameter Real k = 1 "Factor";
    parameter Units.Time T(min=0) = 0.01 "Time constant of the approximation";
    parameter Real x_start = 0 "Filtered input at the start";
    Real x(start=x_start, fixed=true) "Filtered input";
  equation
    T*der(x) = u - x;
    y = k*(u - x)/T;
    annotation (Icon(graphics={Line(points={{-80, -60}, {-70, 70}, {-50, 0}, {-20, -40}, {20, -54}, {80, -60}}, color={0, 0, 127}, smooth=Smooth.Bezier)}));
  end Derivative;

  block Washout "Passes changes and forgets levels, y = k*T*s/(1 + T*s)*u"
    extends SISO;
    parameter Real k = 1 "Factor";
    parameter Units.Time T = 10 "Time constant";
    parameter Boolean steadyState = true "Start at rest, with y = 0; otherwise with x = 0";
    Real x "Slow part of the input";
  initial equation
    if steadyState then
      der(x) = 0;
    else
      x = 0;
    end if;
  equation
    T*der(x) = u - x;
    y = k*(u - x);
    annotation (Icon(graphics={Line(points={{-80, -60}, {-60, -60}, {-60, 70}, {-30, 0}, {10, -40}, {80, -58}}, color={0, 0, 127})}));
  end Washout;

  block LeadLag "y = k*(1 + T1*s)/(1 + T2*s)*u"
    extends SISO;
    parameter Real k = 1 "Factor";
    parameter Units.Time T1 = 1 "Time constant of the numerator";
    parameter Units.Time T2(min=0) = 1 "Time constant of the denominator";
    parameter Boolean steadyState = true "Start at rest; otherwise with x = 0";
    Real x "Lagged input";
  initial equation
    if steadyState then
      der(x) = 0;
    else
      x = 0;
    end if;
  equation
    T2*der(x) = u - x;
    y = k*(x + T1/T2*(u - x));
    annotation (Icon(graphics={Text(extent={{-80, 70}, {80, 10}}, textString="1 + T1 s", textColor={0, 0, 127}), Line(points={{-70, 0}, {70, 0}}, color={0, 0, 127}), Text(extent={{-80, -10}, {80, -70}}, textString="1 + T2 s", textColor={0, 0, 127})}));
  end LeadLag;

  block SecondOrder "y = k/((s/w)^2 + 2*D*s/w + 1)*u"
    extends SISO(y(start=y_start, fixed=true));
    parameter Real k = 1 "Factor";
    parameter Units.AngularVelocity w = 1 "Angular frequency";
    parameter Real D(min=0) = 1 "Damping ratio";
    parameter Real y_start = 0 "y at the start";
    parameter Real yd_start = 0 "Derivative of y at the start";
    Real yd(start=yd_start, fixed=true) "Derivative of y";
  equation
    der(y) = yd;
    der(yd) = w*(w*(k*u - y) - 2*D*yd);
    annotation (Icon(graphics={Line(points={{-80, -70}, {-60, 10}, {-40, 60}, {-20, 40}, {0, 14}, {20, 26}, {40, 34}, {80, 30}}, color={0, 0, 127}, smooth=Smooth.Bezier)}));
  end SecondOrder;

  block TransferFunction "Quotient of two polynomials in s, highest power first"
    extends SISO;
    parameter Real b[:] = {1} "Numerator";
    parameter Real a[:] = {1, 1} "Denominator";
    Real x[size(a, 1) - 1](each start=0, each fixed=true) "States, in the controller form";
  protected
    parameter Integer n = size(a, 1) - 1 "Order";
    parameter Real B[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)/a[1] "Numerator with as many coefficients as the denominator";
    parameter Real A[n + 1] = a/a[1] "Denominator with the first coefficient 1";
    Real top "Highest derivative";
  equation
    assert(size(b, 1) <= size(a, 1), "The numerator must not have a higher order than the denominator");
    top = u - A[2:n + 1]*x;
    for i in 1:n loop
      der(x[i]) = if i == 1 then top else x[max(i - 1, 1)];
    end for;
    y = B[1]*top + B[2:n + 1]*x;
    annotation (Icon(graphics={Text(extent={{-80, 70}, {80, 10}}, textString="b(s)", textColor={0, 0, 127}), Line(points={{-60, 0}, {60, 0}}, color={0, 0, 127}), Text(extent={{-80, -10}, {80, -70}}, textString="a(s)", textColor={0, 0, 127})}));
  end TransferFunction;

  block StateSpace "der(x) = A*x + B*u, y = C*x + D*u"
    extends Icons.Block;
    parameter Real A[:, size(A, 1)] = [-1] "System matrix";
    parameter Real B[size(A, 1), :] = [1] "Input matrix";
    parameter Real C[:, size(A, 1)] = [1] "Output matrix";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Matrix from inputs to outputs";
    parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "States at the start";
    RealInput u[size(B, 2)] annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    RealOutput y[size(C, 1)] annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    Real x[size(A, 1)](start=x_start, each fixed=true) "States";
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
    annotation (Icon(graphics={Text(extent={{-90, 60}, {90, 0}}, textString="A  B", textColor={0, 0, 127}), Text(extent={{-90, 0}, {90, -60}}, textString="C  D", textColor={0, 0, 127})}));
  end StateSpace;

  block PID "Proportional, integral and derivative controller with limits; the integral part does not wind up"
    extends Icons.Block;
    parameter Real k = 1 "Gain";
    parameter Units.Time Ti(min=0) = 0.5 "Time of the integral part";
    parameter Units.Time Td(min=0) = 0 "Time of the derivative part";
    parameter Real N(min=0) = 10 "The derivative is filtered with Td/N";
    parameter Real upper = Constants.inf "Highest y";
    parameter Real lower = -upper "Lowest y";
    parameter Units.Time Tt(min=0) = if Td > 0 then sqrt(Ti*Td) else Ti "Time in which the integral part follows the limits";
    parameter Real x_start = 0 "Integral part at the start";
    RealInput reference annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    RealInput measured annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
    RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    Real x(start=x_start, fixed=true) "Integral part";
    Real unlimited "Output before the limits";
  protected
    Real e "Difference";
    Derivative d(k=Td, T=max(Td/N, 1e-6*Ti)) if Td > 0 "Derivative part";
    Real yd "Derivative part of the output";
    RealOutput error = e;
    RealInput derivative;
  equation
    e = reference - measured;
    Ti*der(x) = e + (y - unlimited)/k*Ti/Tt;
    connect(error, d.u);
    connect(d.y, derivative);
    if not Td > 0 then
      derivative = 0;
    end if;
    yd = derivative;
    unlimited = k*(e + x + yd);
    y = smooth(0, if unlimited > upper then upper elseif unlimited < lower then lower else unlimited);
    annotation (Icon(graphics={Line(points={{-80, -60}, {-80, 40}, {-74, -20}, {60, 60}}, color={0, 0, 127}), Text(extent={{-20, -10}, {80, -70}}, textString="PID", textColor={0, 0, 127})}));
  end PID;

  block LimitedPI "Proportional and integral controller with limits; the integral part does not wind up"
    extends SISO;
    parameter Real k = 1 "Gain";
    parameter Units.Time T = 1 "Time of the integral part";
    parameter Real upper = Constants.inf "Highest y";
    parameter Real lower = -upper "Lowest y";
    parameter Real x_start = 0 "Integral part at the start";
    Real x(start=x_start, fixed=true) "Integral part";
    Real unlimited "Output before the limits";
  equation
    T*der(x) = u + (y - unlimited)/k;
    unlimited = k*(u + x);
    y = smooth(0, if unlimited > upper then upper elseif unlimited < lower then lower else unlimited);
    annotation (Icon(graphics={Line(points={{-80, -60}, {-60, -60}, {-60, -10}, {30, 50}, {80, 50}}, color={0, 0, 127}), Line(points={{-80, 50}, {80, 50}}, color={160, 160, 160}), Text(extent={{0, -10}, {80, -70}}, textString="PI", textColor={0, 0, 127})}));
  end LimitedPI;

  block Delay "The signal some time ago"
    extends SISO;
    parameter Units.Time delayTime(min=0) = 1 "The time";
  equation
    y = delay(u, delayTime);
    annotation (Icon(graphics={Line(points={{-80, -40}, {-50, 40}, {-20, -40}, {10, 40}, {40, -40}}, color={160, 160, 160}), Line(points={{-40, -40}, {-10, 40}, {20, -40}, {50, 40}, {80, -40}}, color={0, 0, 127})}));
  end Delay;
  annotation (Documentation(info="<html><p>Each block starts from the values of its parameters ending in <code>_start</code>, or at rest where <code>steadyState</code> says so.</p></html>"));
end Continuous;
