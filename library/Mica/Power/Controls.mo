within Mica.Power;
package Controls "Exciters, stabilisers and turbines"
  extends Icons.Package;

  block Turbine "Governor with droop and a steam turbine of first order"
    extends Icons.Block;
    parameter PerUnit droop = 0.05 "Change of speed for a change of power by 1";
    parameter Units.Time Tg = 0.2 "Time constant of the valve";
    parameter Units.Time Tt = 0.5 "Time constant of the steam chest";
    parameter PerUnit upper = 1.1 "Highest position of the valve";
    Blocks.RealInput speed(unit="1") annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
    Blocks.RealInput Pm0(unit="1") "Mechanical power at the start" annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    Blocks.RealOutput y(unit="1") "Mechanical power" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    PerUnit valve(start=0.7) "Position of the valve";
  initial equation
    der(valve) = 0;
    der(y) = 0;
  equation
    Tg*der(valve) = smooth(0, max(0, min(upper, Pm0 - (speed - 1)/droop))) - valve;
    Tt*der(y) = valve - y;
    annotation (Icon(graphics={Polygon(points={{-60, 20}, {60, 60}, {60, -60}, {-60, -20}, {-60, 20}}, lineColor={0, 90, 160})}));
  end Turbine;

  block Exciter "Fast exciter: a gain with limits behind the filter of the measurement"
    extends Icons.Block;
    parameter PerUnit K = 200 "Gain";
    parameter Units.Time Tr = 0.01 "Time constant of the measurement";
    parameter PerUnit upper = 7 "Highest voltage of the field";
    parameter PerUnit lower = -6.4 "Lowest voltage of the field";
    Blocks.RealInput voltage(unit="1") "Voltage of the machine" annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
    Blocks.RealInput vs(unit="1") "Signal of the stabiliser" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Blocks.RealInput Efd0(unit="1") "Voltage of the field at the start" annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    Blocks.RealOutput y(unit="1") "Voltage of the field" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    final parameter PerUnit V0(fixed=false, start=1) "Voltage at the start, which is kept";
    PerUnit vm(start=1) "Measured voltage";
  protected
    PerUnit unlimited "Output before the limits";
  initial equation
    der(vm) = 0;
    V0 = voltage;
  equation
    Tr*der(vm) = voltage - vm;
    unlimited = Efd0 + K*(V0 - vm + vs);
    y = smooth(0, if unlimited > upper then upper elseif unlimited < lower then lower else unlimited);
    annotation (Icon(graphics={Line(points={{-80, -60}, {-30, -60}, {30, 60}, {80, 60}}, color={0, 90, 160}), Text(extent={{-80, -60}, {80, -95}}, textString="AVR")}));
  end Exciter;

  block Stabiliser "Washout and two lead-lags"
    extends Blocks.SISO;
    parameter PerUnit K = 20 "Gain";
    parameter Units.Time Tw = 10 "Time constant of the washout";
    parameter Units.Time T1 = 0.05 "First lead";
    parameter Units.Time T2 = 0.02 "First lag";
    parameter Units.Time T3 = T1 "Second lead";
    parameter Units.Time T4 = T2 "Second lag";
    parameter PerUnit limit = 0.2 "Highest output";
    Blocks.Continuous.Washout washout(k=K, T=Tw) annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
    Blocks.Continuous.LeadLag lead1(T1=T1, T2=T2) annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Blocks.Continuous.LeadLag lead2(T1=T3, T2=T4) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Blocks.Limiter limiter(upper=limit) annotation (Placement(transformation(extent={{50, -10}, {70, 10}})));
  equation
    connect(u, washout.u) annotation (Line(points={{-120, 0}, {-72, 0}}, color={0, 0, 127}));
    connect(washout.y, lead1.u) annotation (Line(points={{-49, 0}, {-32, 0}}, color={0, 0, 127}));
    connect(lead1.y, lead2.u) annotation (Line(points={{-9, 0}, {8, 0}}, color={0, 0, 127}));
    connect(lead2.y, limiter.u) annotation (Line(points={{31, 0}, {48, 0}}, color={0, 0, 127}));
    connect(limiter.y, y) annotation (Line(points={{71, 0}, {110, 0}}, color={0, 0, 127}));
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="PSS")}));
  end Stabiliser;

  model Unit "Machine of order 6 with exciter, stabiliser and constant power"
    Terminal t annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    parameter Boolean stabilised = true "Has a stabiliser" annotation (Evaluate=true);
    parameter PerUnit K = 20 "Gain of the stabiliser";
    parameter Units.Time T1 = 0.05 "Leads of the stabiliser";
    parameter Units.Time T2 = 0.02 "Lags of the stabiliser";
    Machines.Order6 machine annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Exciter exciter annotation (Placement(transformation(extent={{-30, -60}, {-10, -40}})));
    Stabiliser stabiliser(K=K, T1=T1, T2=T2) if stabilised annotation (Placement(transformation(extent={{-70, -30}, {-50, -10}})));
    Blocks.Constant none(k=0) if not stabilised annotation (Placement(transformation(extent={{-70, -90}, {-50, -70}})));
  equation
    connect(machine.t, t) annotation (Line(points={{50, 0}, {100, 0}}, color={0, 90, 160}));
    connect(machine.voltage, exciter.voltage) annotation (Line(points={{29, -6}, {-32, -6}, {-32, -44}}, color={0, 0, 127}));
    connect(machine.speed, stabiliser.u) annotation (Line(points={{29, 6}, {-72, 6}, {-72, -20}}, color={0, 0, 127}));
    connect(stabiliser.y, exciter.vs) annotation (Line(points={{-49, -20}, {-32, -20}, {-32, -50}}, color={0, 0, 127}));
    connect(none.y, exciter.vs) annotation (Line(points={{-49, -80}, {-32, -80}, {-32, -50}}, color={0, 0, 127}));
    connect(exciter.y, machine.Efd) annotation (Line(points={{-9, -50}, {46, -50}, {46, -12}}, color={0, 0, 127}));
    connect(machine.Pm0, machine.Pm) annotation (Line(points={{34, 11}, {34, -12}}, color={0, 0, 127}));
    connect(machine.Efd0, exciter.Efd0) annotation (Line(points={{46, 11}, {46, -56}, {-32, -56}}, color={0, 0, 127}));
    annotation (Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={0, 90, 160}, fillColor={240, 246, 252}, fillPattern=FillPattern.Solid), Text(extent={{-60, 40}, {60, -40}}, textString="G"), Line(points={{80, 0}, {90, 0}}, color={0, 90, 160}), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 90, 160})}));
  end Unit;
  annotation (Documentation(info="<html><p>Set points are not given: they follow from the start at rest, which the machines determine.</p></html>"));
end Controls;
