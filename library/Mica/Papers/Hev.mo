within Mica.Papers;
package Hev "Tiller, Tobler, Kuang: Evaluating Engine Contributions to HEV Driveline Vibrations, 2002"
  extends Icons.Package;

  model RigidBypass "Joins two flanges rigidly, or not at all"
    extends Rotational.TwoFlanges;
    parameter Boolean rigid = true "Joins them" annotation (Evaluate=true);
  equation
    if rigid then
      a.tau + b.tau = 0;
      a.phi = b.phi;
    else
      a.tau = 0;
      b.tau = 0;
    end if;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-60, 0}, {-60, 40}, {60, 40}, {60, 0}, {90, 0}}, color={60, 60, 60}, thickness=1), Text(extent={{-150, -20}, {150, -60}}, textString="%rigid")}));
  end RigidBypass;

  model Driveline "Two inertias and a spring that a parameter makes rigid"
    extends Icons.Example;
    parameter Boolean rigid = false "No vibration: the spring is bypassed" annotation (Evaluate=true);
    parameter Units.Torque torque = 1 "Torque on the first inertia";
    Blocks.Constant source(k=torque) annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Rotational.TorqueSource engine annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Rotational.Inertia inertia1(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Rotational.Spring spring(c=100) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    RigidBypass bypass(rigid=rigid) annotation (Placement(transformation(extent={{-10, 30}, {10, 50}})));
    Rotational.Inertia inertia2(J=2, phi(start=0, fixed=not rigid), w(start=0, fixed=not rigid)) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
  equation
    connect(source.y, engine.tau) annotation (Line(points={{-89, 0}, {-82, 0}}, color={0, 0, 127}));
    connect(engine.flange, inertia1.a) annotation (Line(points={{-60, 0}, {-50, 0}}, color={90, 90, 90}));
    connect(inertia1.b, spring.a) annotation (Line(points={{-30, 0}, {-10, 0}}, color={90, 90, 90}));
    connect(spring.b, inertia2.a) annotation (Line(points={{10, 0}, {30, 0}}, color={90, 90, 90}));
    connect(inertia1.b, bypass.a) annotation (Line(points={{-30, 0}, {-20, 0}, {-20, 40}, {-10, 40}}, color={90, 90, 90}));
    connect(bypass.b, inertia2.a) annotation (Line(points={{10, 40}, {20, 40}, {20, 0}, {30, 0}}, color={90, 90, 90}));
    annotation (
      experiment(StopTime=3, Interval=0.01, Tolerance=1e-8),
      Documentation(info="<html>
<p>With the spring the eigenvalues are 0, 0 and ±12.2474j, the root of <code>c*(1/J1 + 1/J2)</code>. With <code>rigid = true</code> one inertia of 3 kg.m2 is left, with two zeros, and both turn with 1/3 rad/s2.</p>
</html>"));
  end Driveline;

  model DrivelineRigid "The driveline without its spring"
    extends Driveline(rigid=true);
    annotation (experiment(StopTime=3, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>Two states are left; both inertias turn with 1/3 rad/s2 and the spring carries no torque.</p></html>"));
  end DrivelineRigid;

  model DrivelineBacklash "Two inertias and a spring with play"
    extends Icons.Example;
    parameter Units.Torque torque = 1 "Torque on the first inertia";
    Blocks.Constant source(k=torque) annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Rotational.TorqueSource engine annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Rotational.Inertia inertia1(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Rotational.Backlash backlash(c=100, gap=0.06) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Rotational.Inertia inertia2(J=2, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
  equation
    connect(source.y, engine.tau) annotation (Line(points={{-89, 0}, {-82, 0}}, color={0, 0, 127}));
    connect(engine.flange, inertia1.a) annotation (Line(points={{-60, 0}, {-50, 0}}, color={90, 90, 90}));
    connect(inertia1.b, backlash.a) annotation (Line(points={{-30, 0}, {-10, 0}}, color={90, 90, 90}));
    connect(backlash.b, inertia2.a) annotation (Line(points={{10, 0}, {30, 0}}, color={90, 90, 90}));
    annotation (
      experiment(StopTime=3, Interval=0.01, Tolerance=1e-8),
      Documentation(info="<html>
<p>Linearised while the parts touch, at 2 s, the model has the eigenvalues 0, 0 and ±12.2474j; in the gap, at 0.2 s, it has four zeros. It touches first after <code>sqrt(gap/torque)</code> = 0.24495 s.</p>
</html>"));
  end DrivelineBacklash;

  model Reaction "A gear in a housing, which takes what the shafts do not"
    extends Icons.Example;
    Blocks.Sine drive(amplitude=1, f=1) annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Rotational.TorqueSource engine annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Rotational.Inertia inertia1(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Rotational.GearInHousing gear(ratio=3) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Rotational.Inertia inertia2(J=2, phi(stateSelect=StateSelect.default), w(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    Rotational.Inertia housing(J=5, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{10, -60}, {30, -40}})));
    Rotational.SpringDamper mount(c=200, d=1, phi_rel(stateSelect=StateSelect.default), w_rel(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{50, -60}, {70, -40}})));
    Rotational.Fixed ground annotation (Placement(transformation(extent={{80, -60}, {100, -40}})));
    Units.Power loss "Power into the gear: none";
    Units.Torque expected "Torque that the housing must feel";
  equation
    loss = gear.a.tau*der(gear.a.phi) + gear.b.tau*der(gear.b.phi) + gear.support.tau*der(gear.support.phi);
    expected = (gear.ratio - 1)*gear.a.tau;
    connect(drive.y, engine.tau) annotation (Line(points={{-89, 0}, {-82, 0}}, color={0, 0, 127}));
    connect(engine.flange, inertia1.a) annotation (Line(points={{-60, 0}, {-50, 0}}, color={90, 90, 90}));
    connect(inertia1.b, gear.a) annotation (Line(points={{-30, 0}, {-10, 0}}, color={90, 90, 90}));
    connect(gear.b, inertia2.a) annotation (Line(points={{10, 0}, {30, 0}}, color={90, 90, 90}));
    connect(gear.support, housing.a) annotation (Line(points={{0, -10}, {0, -50}, {10, -50}}, color={90, 90, 90}));
    connect(housing.b, mount.a) annotation (Line(points={{30, -50}, {50, -50}}, color={90, 90, 90}));
    connect(mount.b, ground.flange) annotation (Line(points={{70, -50}, {90, -50}}, color={90, 90, 90}));
    annotation (
      experiment(StopTime=3, Interval=0.01, Tolerance=1e-8),
      Documentation(info="<html>
<p>A gear with two flanges hides the torque that its housing feels, <code>(ratio - 1)*tau</code>. The third flange shows it; no power is lost.</p>
</html>"));
  end Reaction;
  annotation (Documentation(info="<html><p>The vehicle's data belong to its maker; these are the constructions of the paper with data of their own.</p></html>"));
end Hev;
