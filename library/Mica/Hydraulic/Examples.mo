within Mica.Hydraulic;
package Examples "Circuits with oil"
  extends Icons.Package;

  model TwoOrifices "Two openings in series share a difference of pressures"
    extends Icons.Example;
    FixedPressure supply(p=1e7) annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Orifice first(A=2e-6) annotation (Placement(transformation(extent={{-40, -10}, {-20, 10}})));
    Volume between(V=1e-6) annotation (Placement(transformation(extent={{-10, 30}, {10, 50}})));
    Orifice second(A=1e-6) annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
    Tank tank annotation (Placement(transformation(extent={{60, -30}, {80, -10}})));
    Real share "Part of the pressure that falls over the first opening";
  equation
    share = first.dp/supply.p;
    connect(supply.port, first.a) annotation (Line(points={{-60, 0}, {-40, 0}}, color={150, 100, 0}));
    connect(first.b, between.port) annotation (Line(points={{-20, 0}, {0, 0}, {0, 30}}, color={150, 100, 0}));
    connect(first.b, second.a) annotation (Line(points={{-20, 0}, {20, 0}}, color={150, 100, 0}));
    connect(second.b, tank.port) annotation (Line(points={{40, 0}, {70, 0}, {70, -10}}, color={150, 100, 0}));
    annotation (experiment(StopTime=0.1, Interval=1e-3, Tolerance=1e-9), Documentation(info="<html><p>The pressure over the first is <code>1/(1 + (A1/A2)^2)</code> of the whole, here a fifth; the small volume between them settles within milliseconds.</p></html>"));
  end TwoOrifices;

  model Relief "A constant flow, a relief valve and a cylinder that reaches its end"
    extends Icons.Example;
    FlowSource pump(q=1e-4) annotation (Placement(transformation(extent={{-80, 10}, {-60, 30}})));
    Volume line(V=1e-4) annotation (Placement(transformation(extent={{-40, 40}, {-20, 60}})));
    ReliefValve relief(dpOpen=1e7, G=1e-9) annotation (Placement(transformation(origin={-30, -20}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Tank tank annotation (Placement(transformation(extent={{-40, -70}, {-20, -50}})));
    PlungerCylinder cylinder(A=1e-3, V0=1e-5) annotation (Placement(transformation(extent={{10, 10}, {30, 30}})));
    Orifice throttle(A=1e-5) annotation (Placement(transformation(extent={{-20, 10}, {0, 30}})));
    Translational.Mass mass(m=10, s(start=0, fixed=true), v(start=0, fixed=true)) annotation (Placement(transformation(extent={{40, 10}, {60, 30}})));
    Translational.SpringDamper load(c=1e3, d=2e3, s_rel(stateSelect=StateSelect.default), v_rel(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{70, 10}, {90, 30}})));
    Translational.EndStop stop(c=1e7, d=1e5, s_rel0=0, s_rel(stateSelect=StateSelect.default), v_rel(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{70, -30}, {90, -10}})));
    Translational.Fixed wall(s0=0.1) annotation (Placement(transformation(extent={{90, -30}, {110, -10}})));
    Translational.Fixed ground(s0=0) annotation (Placement(transformation(extent={{90, 10}, {110, 30}})));
  equation
    connect(pump.port, line.port) annotation (Line(points={{-60, 20}, {-30, 20}, {-30, 40}}, color={150, 100, 0}));
    connect(pump.port, relief.a) annotation (Line(points={{-60, 20}, {-30, 20}, {-30, -10}}, color={150, 100, 0}));
    connect(relief.b, tank.port) annotation (Line(points={{-30, -30}, {-30, -50}}, color={150, 100, 0}));
    connect(pump.port, throttle.a) annotation (Line(points={{-60, 20}, {-20, 20}}, color={150, 100, 0}));
    connect(throttle.b, cylinder.port) annotation (Line(points={{0, 20}, {10, 20}}, color={150, 100, 0}));
    connect(cylinder.flange, mass.a) annotation (Line(points={{30, 20}, {40, 20}}, color={0, 127, 0}));
    connect(mass.b, load.a) annotation (Line(points={{60, 20}, {70, 20}}, color={0, 127, 0}));
    connect(load.b, ground.flange) annotation (Line(points={{90, 20}, {100, 20}}, color={0, 127, 0}));
    connect(mass.b, stop.a) annotation (Line(points={{60, 20}, {65, 20}, {65, -20}, {70, -20}}, color={0, 127, 0}));
    connect(stop.b, wall.flange) annotation (Line(points={{90, -20}, {100, -20}}, color={0, 127, 0}));
    annotation (experiment(StopTime=2, Interval=1e-2, Tolerance=1e-8), Documentation(info="<html><p>The rod moves with the flow over the area, 0.1 m/s; when it has reached its end the relief valve takes the flow at <code>dpOpen + q/G</code> = 10.1 MPa.</p></html>"));
  end Relief;

  model Press "A motor drives a variable pump that moves a load"
    extends Icons.Example;
    Rotational.SpeedSource motor(w=150) annotation (Placement(transformation(extent={{-80, -50}, {-60, -30}})));
    VariablePump pump(D=2e-6) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Blocks.Ramp stroke(duration=0.5) annotation (Placement(transformation(extent={{-80, 40}, {-60, 60}})));
    Tank suction annotation (Placement(transformation(extent={{-90, -30}, {-70, -10}})));
    PlungerCylinder cylinder(A=2e-3, V0=1e-4) annotation (Placement(transformation(extent={{0, -10}, {20, 10}})));
    Translational.Mass mass(m=100, s(start=0, fixed=true), v(start=0, fixed=true)) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    Translational.Damper friction(d=1e5) annotation (Placement(transformation(extent={{60, -10}, {80, 10}})));
    Translational.Fixed ground annotation (Placement(transformation(extent={{85, -10}, {105, 10}})));
  equation
    connect(motor.flange, pump.flange) annotation (Line(points={{-60, -40}, {-40, -40}, {-40, -10}}, color={90, 90, 90}));
    connect(stroke.y, pump.u) annotation (Line(points={{-59, 50}, {-40, 50}, {-40, 12}}, color={0, 0, 127}));
    connect(suction.port, pump.a) annotation (Line(points={{-80, -10}, {-80, 0}, {-50, 0}}, color={150, 100, 0}));
    connect(pump.b, cylinder.port) annotation (Line(points={{-30, 0}, {0, 0}}, color={150, 100, 0}));
    connect(cylinder.flange, mass.a) annotation (Line(points={{20, 0}, {30, 0}}, color={0, 127, 0}));
    connect(mass.b, friction.a) annotation (Line(points={{50, 0}, {60, 0}}, color={0, 127, 0}));
    connect(friction.b, ground.flange) annotation (Line(points={{80, 0}, {95, 0}}, color={0, 127, 0}));
    annotation (experiment(StopTime=2, Interval=1e-2, Tolerance=1e-8), Documentation(info="<html><p>At full stroke the pump delivers 0.3 l/s and the load moves with 0.15 m/s; the pressure is what the friction asks for, 7.5 MPa, and the torque 15 N.m.</p></html>"));
  end Press;
end Examples;
