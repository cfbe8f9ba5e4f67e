within Mica.Papers;
package Brushless "Ferretti, Magnani, Rocco: Simulating Permanent Magnet Brushless Motors in Dymola, 2002"
  extends Icons.Package;

  model Motor "Permanent-magnet motor with sine profiles"
    parameter Units.Resistance R = 1 "Resistance of a phase";
    parameter Units.Inductance L = 5e-3 "Inductance of a phase";
    parameter Units.MachineConstant Kt = 1.1 "Torque constant";
    parameter Integer pairs(min=1) = 3 "Pairs of poles";
    parameter Real k5 = 0 "Fifth harmonic of the profiles, relative to the first";
    parameter Units.MomentOfInertia J = 0.012 "Moment of inertia";
    parameter Units.RotationalDamping d = 0.371 "Friction of the bearing";
    Electrical.ThreePhase.Plug plug annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Rotational.Flange flange annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    Blocks.RealOutput angle(unit="rad") "Angle of the rotor" annotation (Placement(transformation(origin={0, -110}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.ThreePhase.Resistor resistor(R=R) annotation (Placement(transformation(extent={{-80, -10}, {-60, 10}})));
    Electrical.ThreePhase.Inductor inductor(L=L) annotation (Placement(transformation(extent={{-40, -10}, {-20, 10}})));
    Electrical.ThreePhase.EMF emf(k=Kt, pairs=pairs, k5=k5) annotation (Placement(transformation(extent={{0, -10}, {20, 10}})));
    Rotational.Inertia inertia(J=J, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{50, -10}, {70, 10}})));
    Rotational.Damper bearing(d=d) annotation (Placement(transformation(origin={40, -40}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Rotational.Fixed housing annotation (Placement(transformation(extent={{30, -80}, {50, -60}})));
  initial equation
    for k in 1:2 loop
      inductor.i[k] = 0;
    end for;
  equation
    angle = inertia.phi;
    connect(plug, resistor.p) annotation (Line(points={{-100, 0}, {-80, 0}}, color={0, 0, 255}));
    connect(resistor.n, inductor.p) annotation (Line(points={{-60, 0}, {-40, 0}}, color={0, 0, 255}));
    connect(inductor.n, emf.plug) annotation (Line(points={{-20, 0}, {0, 0}}, color={0, 0, 255}));
    connect(emf.flange, inertia.a) annotation (Line(points={{20, 0}, {50, 0}}, color={90, 90, 90}));
    connect(emf.flange, bearing.a) annotation (Line(points={{20, 0}, {40, 0}, {40, -30}}, color={90, 90, 90}));
    connect(bearing.b, housing.flange) annotation (Line(points={{40, -50}, {40, -70}}, color={90, 90, 90}));
    connect(inertia.b, flange) annotation (Line(points={{70, 0}, {100, 0}}, color={90, 90, 90}));
    annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={0, 0, 255}, fillColor={235, 240, 250}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-70, 0}}, color={0, 0, 255}), Line(points={{70, 0}, {90, 0}}, color={90, 90, 90}, thickness=1), Text(extent={{-50, 40}, {50, -40}}, textString="M 3~"), Text(extent={{-150, 120}, {150, 80}}, textString="%name", textColor={0, 0, 255})}),
      Documentation(info="<html><p>Figure 3 of the paper. Resistance and inductance are not given there and are chosen. The star leaves two of the three currents as states.</p></html>"));
  end Motor;

  partial model Driver "Brings the currents of a motor to their reference"
    parameter Integer pairs(min=1) = 3 "Pairs of poles";
    parameter Units.Conductance scale = 1.9 "Current per volt of the reference";
    parameter Units.Inductance L = 5e-3 "Inductance of a phase, which the controllers are made for";
    parameter Units.Resistance R = 1 "Resistance of a phase, which the controllers are made for";
    parameter Units.Voltage V_max = 300 "Highest voltage of a phase";
    parameter Units.Current offset = 0 "Error of the current sensors of the first two phases";
    Blocks.RealInput u(unit="V") "Reference" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Blocks.RealInput angle(unit="rad") "Angle of the rotor" annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
    Electrical.ThreePhase.Plug plug annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    Units.Current measured[2] "Measured currents of the first two phases";
    Units.Angle alpha = pairs*angle "Electrical angle";
  equation
    measured = -plug.i[1:2] + fill(offset, 2);
    annotation (Icon(graphics={Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={0, 0, 255}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid), Text(extent={{-150, 145}, {150, 105}}, textString="%name", textColor={0, 0, 255})}));
  end Driver;

  model AnalogDriver "A controller for each of two phases"
    extends Driver;
    parameter Units.Frequency bandwidth = 1000 "Bandwidth of the current loops";
    Blocks.Continuous.LimitedPI controller[2](each k=2*Constants.pi*bandwidth*L, each T=L/R, each upper=V_max) "Of the first two phases" annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Units.Current reference[2] "References of the currents";
  equation
    for j in 1:2 loop
      reference[j] = scale*u*sin(alpha - (j - 1)*2*Constants.pi/3);
      controller[j].u = reference[j] - measured[j];
      plug.v[j] = controller[j].y;
    end for;
    sum(plug.v) = 0;
    annotation (Icon(graphics={Line(points={{-70, -40}, {-40, 20}, {-10, 40}, {20, 20}, {50, -20}, {80, -40}}, color={0, 0, 255}, smooth=Smooth.Bezier), Text(extent={{-80, -50}, {80, -90}}, textString="analogue")}),
      Documentation(info="<html><p>Figure 5 of the paper: the reference is modulated by the angle, two controllers that do not wind up close the loops, a linear amplifier makes the voltages. The third phase gets what makes the sum zero.</p></html>"));
  end AnalogDriver;

  partial model Sampled "Controllers in rotor coordinates that act at the times of a clock"
    extends Driver;
    parameter Units.Time Ts = 1e-4 "Time between actions";
    parameter Units.Frequency bandwidth = 500 "Bandwidth of the current loops";
    discrete Units.Current dq[2](each start=0, each fixed=true) "Direct and quadrature current";
    discrete Units.Voltage voltage[3](each start=0, each fixed=true) "Voltages that are asked for";
  protected
    parameter Real k(unit="V/A") = 2*Constants.pi*bandwidth*L "Gain";
    discrete Real x[2](each start=0, each fixed=true, each unit="A") "Integral parts";
    discrete Units.Voltage wanted[2](each start=0, each fixed=true) "Voltages in rotor coordinates, before the limits";
    discrete Units.Voltage limited[2](each start=0, each fixed=true) "Voltages in rotor coordinates";
    discrete Units.Current e[2](each start=0, each fixed=true) "Differences";
  equation
    when sample(0, Ts) then
      dq = Electrical.ThreePhase.park({measured[1], measured[2], -measured[1] - measured[2]}, alpha);
      e = {-dq[1], scale*u - dq[2]};
      wanted = k*(e + pre(x) + Ts*R/L*e);
      limited = {max(-V_max, min(V_max, wanted[i])) for i in 1:2};
      x = pre(x) + Ts*R/L*e + (limited - wanted)/k;
      voltage = Electrical.ThreePhase.inversePark(limited, alpha);
    end when;
  end Sampled;

  model DigitalDriver "Controllers in rotor coordinates, with a linear amplifier"
    extends Sampled;
  equation
    plug.v = voltage;
    annotation (Icon(graphics={Line(points={{-70, -40}, {-40, -40}, {-40, 20}, {-10, 20}, {-10, 40}, {20, 40}, {20, 0}, {50, 0}, {50, -40}, {80, -40}}, color={0, 0, 255}), Text(extent={{-80, -50}, {80, -90}}, textString="digital")}),
      Documentation(info="<html><p>Figure 6 of the paper: Park's transformation, two sampled controllers, the inverse transformation. The direct current is kept at zero.</p></html>"));
  end DigitalDriver;

  model PwmDriver "Controllers in rotor coordinates, with an inverter"
    extends Sampled;
    Blocks.Sources.Triangle carrier(f=0.5/Ts) "Turns at the times of the clock" annotation (Placement(transformation(extent={{-70, 50}, {-50, 70}})));
    Electrical.ConstantVoltage upper(V=V_max) annotation (Placement(transformation(origin={-60, 20}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.ConstantVoltage lower(V=V_max) annotation (Placement(transformation(origin={-60, -20}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-96, -30}, {-76, -10}})));
    Electrical.ThreePhase.Inverter inverter annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
  equation
    inverter.upper = {voltage[k] > V_max*carrier.y for k in 1:3};
    connect(upper.n, ground.p) annotation (Line(points={{-60, 10}, {-60, -10}, {-86, -10}}, color={0, 0, 255}));
    connect(upper.n, lower.p) annotation (Line(points={{-60, 10}, {-60, -10}}, color={0, 0, 255}));
    connect(upper.p, inverter.dc_p) annotation (Line(points={{-60, 30}, {-60, 6}, {10, 6}}, color={0, 0, 255}));
    connect(lower.n, inverter.dc_n) annotation (Line(points={{-60, -30}, {-60, -6}, {10, -6}}, color={0, 0, 255}));
    connect(inverter.ac, plug) annotation (Line(points={{30, 0}, {100, 0}}, color={0, 0, 255}));
    annotation (Icon(graphics={Line(points={{-70, -40}, {-40, -40}, {-40, 40}, {-20, 40}, {-20, -40}, {-10, -40}, {-10, 40}, {30, 40}, {30, -40}, {40, -40}, {40, 40}, {50, 40}, {50, -40}, {80, -40}}, color={0, 0, 255}), Text(extent={{-80, -50}, {80, -90}}, textString="PWM")}),
      Documentation(info="<html><p>The paper leaves out the pulse-width modulation because its steps would be too small. Here each pulse is two events.</p></html>"));
  end PwmDriver;

  model Nominal "The motor without load after a step of 1 V: 10 % of the scale"
    extends Icons.Example;
    Blocks.Step reference(height=1) annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    replaceable AnalogDriver driver(offset=offset) constrainedby Driver(offset=offset) "The driver" annotation (Placement(transformation(extent={{-40, -10}, {-20, 10}})));
    Motor brushless(k5=k5) annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
    parameter Units.Current offset = 0 "Error of the current sensors";
    parameter Real k5 = 0 "Fifth harmonic of the profiles";
    Units.Torque tau = brushless.emf.tau "Torque on the rotor";
    Units.Torque expected "Torque by equations (1) to (3) of the paper";
    Units.Torque deviation = tau - expected "Difference of the two";
  equation
    expected = 2*brushless.Kt*offset*sin(brushless.emf.alpha + 2*Constants.pi/3) + brushless.Kt*driver.scale*driver.u*(1 - k5*cos(6*brushless.emf.alpha));
    connect(reference.y, driver.u) annotation (Line(points={{-69, 0}, {-42, 0}}, color={0, 0, 127}));
    connect(driver.plug, brushless.plug) annotation (Line(points={{-20, 0}, {20, 0}}, color={0, 0, 255}));
    connect(brushless.angle, driver.angle) annotation (Line(points={{30, -11}, {30, -12}, {-30, -12}}, color={0, 0, 127}));
    annotation (
      experiment(StopTime=1.5, Interval=1e-3, Tolerance=1e-6),
      Documentation(info="<html><p>2.09 N.m against 0.371 N.m.s/rad give 5.6334 rad/s; the paper says 5.6. The lag of the analogue loops takes 0.003 of it.</p></html>"));
  end Nominal;

  model Offset "Current sensors with an error of 1 % of the scale"
    extends Nominal(offset=0.19);
    annotation (experiment(StopTime=1.5, Interval=1e-3, Tolerance=1e-6), Documentation(info="<html><p>The torque oscillates by <code>3*K*I</code> = 0.418 N.m with the period 2*pi/(3*5.63) = 0.37 s, as the paper says.</p></html>"));
  end Offset;

  model Harmonic "Profiles with a fifth harmonic of 5 %"
    extends Nominal(k5=0.05);
    annotation (experiment(StopTime=1.5, Interval=1e-3, Tolerance=1e-6), Documentation(info="<html><p>The torque oscillates by 5 %, 0.1045 N.m, with the period 2*pi/(18*5.63) = 0.062 s, as the paper says.</p></html>"));
  end Harmonic;

  model OffsetAndHarmonic "Both disturbances together"
    extends Nominal(offset=0.19, k5=0.05);
    annotation (experiment(StopTime=1.5, Interval=1e-3, Tolerance=1e-6), Documentation(info="<html><p>The torque is the sum of both, equations (1) to (3) of the paper.</p></html>"));
  end OffsetAndHarmonic;

  model Digital "The motor with the digital driver"
    extends Nominal(redeclare DigitalDriver driver(offset=offset));
    annotation (experiment(StopTime=0.4, Interval=1e-3, Tolerance=1e-6), Documentation(info="<html><p>In rotor coordinates the references are constant, and the loops have no lag at rest.</p></html>"));
  end Digital;

  model Pwm "The motor with an inverter whose carrier has 5 kHz"
    extends Nominal(redeclare PwmDriver driver(offset=offset));
    annotation (experiment(StopTime=0.4, Interval=1e-3, Tolerance=1e-6), Documentation(info="<html><p>What the paper left out: 12000 events.</p></html>"));
  end Pwm;

  model Load "The motor on an elastic load, in four steps of 2 s"
    extends Icons.Example;
    parameter Units.Current offset = 0 "Error of the current sensors";
    Blocks.Tables.TimeTable reference(t={0, 2, 2, 4, 4, 6, 6, 8}, values={2, 2, 3, 3, 4, 4, 5, 5}) "20, 30, 40 and 50 % of the scale" annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    AnalogDriver driver(offset=offset) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Motor brushless annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Rotational.Spring shaft(c=29.4) "Both inertias on it swing with 70 rad/s" annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    Rotational.Inertia load(J=0.012, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{70, -10}, {90, 10}})));
    Units.AngularVelocity ripple "Deviation of the motor's speed from its plateau";
  equation
    ripple = brushless.inertia.w - brushless.Kt*driver.scale*driver.u/brushless.d;
    connect(reference.y, driver.u) annotation (Line(points={{-69, 0}, {-52, 0}}, color={0, 0, 127}));
    connect(driver.plug, brushless.plug) annotation (Line(points={{-30, 0}, {-10, 0}}, color={0, 0, 255}));
    connect(brushless.angle, driver.angle) annotation (Line(points={{0, -11}, {0, -12}, {-40, -12}}, color={0, 0, 127}));
    connect(brushless.flange, shaft.a) annotation (Line(points={{10, 0}, {30, 0}}, color={90, 90, 90}));
    connect(shaft.b, load.a) annotation (Line(points={{50, 0}, {70, 0}}, color={90, 90, 90}));
    annotation (
      experiment(StopTime=8, Interval=2e-3, Tolerance=1e-6),
      Documentation(info="<html><p>Without errors of the sensors the oscillations die out in each interval.</p></html>"));
  end Load;

  model LoadWithRipple "The elastic load, with errors of the current sensors"
    extends Load(offset=0.19);
    annotation (experiment(StopTime=8, Interval=2e-3, Tolerance=1e-6), Documentation(info="<html><p>The ripple has three times the speed of the motor: 33.8, 50.7, 67.6 and 84.5 rad/s. The third is near the resonance of 70 rad/s and the fourth not far from it; the second is where the load alone would swing against a fixed motor,
and holds it still. The paper shows large oscillations in the third interval that go on in the fourth.</p></html>"));
  end LoadWithRipple;
end Brushless;
