within Mica.Power;
package Examples "Networks at work"
  extends Icons.Package;

  model SingleMachine "A machine swings against an infinite bus"
    extends Icons.Example;
    inner System system(f=50) annotation (Placement(transformation(extent={{-90, 70}, {-70, 90}})));
    Machines.Classical machine(H=4, x1d=0.3, P0=0.8, V0=1.05) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Line line(X=0.4) annotation (Placement(transformation(extent={{-20, -10}, {0, 10}})));
    InfiniteBus bus annotation (Placement(transformation(extent={{40, -10}, {60, 10}})));
    Fault push(G=0, B=-1, length=0.05) "A coil for 50 ms" annotation (Placement(transformation(extent={{20, -50}, {40, -30}})));
  equation
    connect(machine.t, line.a) annotation (Line(points={{-50, 0}, {-20, 0}}, color={0, 90, 160}));
    connect(line.b, bus.t) annotation (Line(points={{0, 0}, {40, 0}}, color={0, 90, 160}));
    connect(line.a, push.t) annotation (Line(points={{-20, 0}, {20, 0}, {20, -40}}, color={0, 90, 160}));
    connect(machine.Pm0, machine.Pm) annotation (Line(points={{-66, 11}, {-66, -12}}, color={0, 0, 127}));
    annotation (experiment(StopTime=5, Interval=0.005, Tolerance=1e-8), Documentation(info="<html><p>After a push the machine swings with nearly <code>sqrt(w0*E*V*cos(delta)/(2*H*X))</code>.</p></html>"));
  end SingleMachine;

  model Droop "Two turbines share a load that grows"
    extends Icons.Example;
    inner System system(f=50) annotation (Placement(transformation(extent={{-90, 70}, {-70, 90}})));
    Machines.Classical machine1(H=4, kind=Kind.slack, V0=1, D=2) annotation (Placement(transformation(origin={-60, 20}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Machines.Classical machine2(H=4, P0=0.5, V0=1, D=2) annotation (Placement(transformation(origin={-60, -40}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Controls.Turbine turbine1(droop=0.05) annotation (Placement(transformation(extent={{-30, 50}, {-10, 70}})));
    Controls.Turbine turbine2(droop=0.10) annotation (Placement(transformation(extent={{-30, -90}, {-10, -70}})));
    Line line(X=0.1) annotation (Placement(transformation(origin={-20, -10}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Load load(P0=1, nP=0, dP=0.17, stepTime=1) annotation (Placement(transformation(extent={{30, 10}, {50, 30}})));
  equation
    connect(machine1.t, line.b) annotation (Line(points={{-50, 20}, {-20, 20}, {-20, 0}}, color={0, 90, 160}));
    connect(machine2.t, line.a) annotation (Line(points={{-50, -40}, {-20, -40}, {-20, -20}}, color={0, 90, 160}));
    connect(machine1.t, load.t) annotation (Line(points={{-50, 20}, {30, 20}}, color={0, 90, 160}));
    connect(machine1.speed, turbine1.speed) annotation (Line(points={{-71, 26}, {-32, 26}, {-32, 66}}, color={0, 0, 127}));
    connect(turbine1.y, machine1.Pm) annotation (Line(points={{-9, 60}, {-66, 60}, {-66, 8}}, color={0, 0, 127}));
    connect(machine1.Pm0, turbine1.Pm0) annotation (Line(points={{-66, 31}, {-66, 54}, {-32, 54}}, color={0, 0, 127}));
    connect(machine2.speed, turbine2.speed) annotation (Line(points={{-71, -34}, {-32, -34}, {-32, -74}}, color={0, 0, 127}));
    connect(turbine2.y, machine2.Pm) annotation (Line(points={{-9, -80}, {-66, -80}, {-66, -52}}, color={0, 0, 127}));
    connect(machine2.Pm0, turbine2.Pm0) annotation (Line(points={{-66, -29}, {-66, -86}, {-32, -86}}, color={0, 0, 127}));
    annotation (experiment(StopTime=120, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>The load grows by 0.17. With 20 + 10 + 2 + 2 for a deviation of speed by 1, the speed falls to 0.995, and the turbines take 0.1 and 0.05 of the load; the damping takes the rest.</p></html>"));
  end Droop;
end Examples;
