within Mica.Rotational;
package Examples "Shafts, gears and clutches"
  extends Icons.Package;

  model MeshLosses "A planetary set with its ring held, driven at the sun"
    extends Icons.Example;
    SpeedSource motor(w=100) annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    LossyPlanetary set(ratio=2, efficiency=0.95) annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Fixed housing annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
    Inertia load(J=1, phi(stateSelect=StateSelect.default), w(stateSelect=StateSelect.default)) annotation (Placement(transformation(origin={-60, 40}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Damper brake(d=3) annotation (Placement(transformation(extent={{-40, 50}, {-20, 70}})));
    Fixed ground annotation (Placement(transformation(extent={{0, 50}, {20, 70}})));
    Units.Torque drive "At the sun";
  equation
    drive = set.sun.tau;
    connect(motor.flange, set.sun) annotation (Line(points={{-60, 0}, {-30, 0}}, color={90, 90, 90}));
    connect(set.ring, housing.flange) annotation (Line(points={{-10, 0}, {30, 0}}, color={90, 90, 90}));
    connect(set.carrier, load.a) annotation (Line(points={{-30, 5}, {-40, 5}, {-40, 40}, {-50, 40}}, color={90, 90, 90}));
    connect(set.carrier, brake.a) annotation (Line(points={{-30, 5}, {-35, 5}, {-35, 60}, {-40, 60}}, color={90, 90, 90}));
    connect(brake.b, ground.flange) annotation (Line(points={{-20, 60}, {10, 60}}, color={90, 90, 90}));
    annotation (experiment(StopTime=1, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>The carrier turns with a third of the speed of the sun and gives 100 N.m to the brake. With the ring held the set has the efficiency <code>(1 + r*e)/(1 + r)</code>, here 0.96667: the sun takes 34.4828 N.m.</p></html>"));
  end MeshLosses;

  model ClutchLocks "Two flywheels and a clutch that slides until they turn alike"
    extends Icons.Example;
    Inertia first(J=1, phi(start=0, fixed=true), w(start=10, fixed=true)) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Clutch clutch(tau_max=2) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Inertia second(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    Blocks.Constant pressed(k=1) annotation (Placement(transformation(extent={{-30, 40}, {-10, 60}})));
  equation
    connect(first.b, clutch.a) annotation (Line(points={{-30, 0}, {-10, 0}}, color={90, 90, 90}));
    connect(clutch.b, second.a) annotation (Line(points={{10, 0}, {30, 0}}, color={90, 90, 90}));
    connect(pressed.y, clutch.u) annotation (Line(points={{-9, 50}, {0, 50}, {0, 12}}, color={0, 0, 127}));
    annotation (experiment(StopTime=3, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>They lock after <code>w/(tau*(1/J1 + 1/J2))</code> = 1.6667 s, with 6.6667 rad/s.</p></html>"));
  end ClutchLocks;
end Examples;
