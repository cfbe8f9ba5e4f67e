within Mica.Power;
package Machines "Synchronous machines"
  extends Icons.Package;

  partial model Machine "Rotor of a synchronous machine that starts at rest"
    extends OneTerminal;
    outer System system;
    parameter Units.Power Sn = 100e6 "Base of the machine";
    parameter Units.Time H = 5 "Inertia constant: energy of the rotor at nominal speed divided by Sn";
    parameter PerUnit D = 0 "Damping: power per deviation of speed";
    parameter PerUnit ra = 0 "Resistance of the armature";
    parameter Kind kind = Kind.PV "What is known before the start" annotation (Evaluate=true);
    parameter PerUnit P0 = 1 "Active power out of the machine at the start, on the base of the system; not used by a slack machine";
    parameter PerUnit V0 = 1 "Magnitude of the voltage at the start";
    parameter Units.Angle angle0 = 0 "Angle of the voltage at the start; only used by a slack machine";
    PerUnit w(start=1) "Speed";
    Units.Angle delta(start=0.5) "Angle of the q axis in the frame of the network";
    PerUnit vd "Voltage in the d axis";
    PerUnit vq "Voltage in the q axis";
    PerUnit id(start=0.5) "Current out of the machine in the d axis, on the base of the machine";
    PerUnit iq(start=0.5) "Current out of the machine in the q axis, on the base of the machine";
    PerUnit Pe "Power of the air gap";
    Blocks.RealInput Pm(unit="1") "Mechanical power" annotation (Placement(transformation(origin={60, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
    Blocks.RealOutput speed(unit="1") "Speed" annotation (Placement(transformation(extent={{100, -70}, {120, -50}})));
    Blocks.RealOutput voltage(unit="1") "Magnitude of the voltage" annotation (Placement(transformation(extent={{100, 50}, {120, 70}})));
    Blocks.RealOutput Pm0(unit="1") "Mechanical power at the start" annotation (Placement(transformation(origin={60, -110}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  protected
    final parameter PerUnit Pm_start(fixed=false, start=0.7) "Mechanical power at the start";
    parameter Units.AngularVelocity w0 = 2*Constants.pi*system.f "Nominal speed";
  initial equation
    w = 1;
    V = V0;
    Pm_start = Pe;
    if kind == Kind.slack then
      t.vr*sin(angle0) = t.vi*cos(angle0);
    else
      P = -P0;
    end if;
  equation
    der(delta) = w0*(w - 1);
    2*H*der(w) = Pm - Pe - D*(w - 1);
    vd = t.vr*sin(delta) - t.vi*cos(delta);
    vq = t.vr*cos(delta) + t.vi*sin(delta);
    -t.ir*system.S/Sn = id*sin(delta) + iq*cos(delta);
    -t.ii*system.S/Sn = iq*sin(delta) - id*cos(delta);
    Pe = vd*id + vq*iq + ra*(id^2 + iq^2);
    speed = w;
    voltage = V;
    Pm0 = Pm_start;
    annotation (Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={0, 90, 160}, fillColor={240, 246, 252}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-80, 0}}, color={0, 90, 160})}));
  end Machine;

  model Classical "Constant voltage behind a transient reactance"
    extends Machine;
    parameter PerUnit x1d = 0.3 "Transient reactance";
    final parameter PerUnit E(fixed=false, start=1, min=0) "Voltage behind the reactance";
  equation
    vd = x1d*iq - ra*id;
    vq = E - x1d*id - ra*iq;
    annotation (Icon(graphics={Text(extent={{-60, 40}, {60, -40}}, textString="G 2")}), Documentation(info="<html><p>The classical model, of order 2. The voltage follows from what is known before the start.</p></html>"));
  end Classical;

  model Order6 "Field, damper and rotor: order 6"
    extends Machine;
    parameter PerUnit xd = 1.8 "Synchronous reactance, d axis";
    parameter PerUnit xq = 1.7 "Synchronous reactance, q axis";
    parameter PerUnit x1d = 0.3 "Transient reactance, d axis";
    parameter PerUnit x1q = 0.55 "Transient reactance, q axis";
    parameter PerUnit x2d = 0.25 "Subtransient reactance, d axis";
    parameter PerUnit x2q = 0.25 "Subtransient reactance, q axis";
    parameter Units.Time T1d0 = 8 "Transient time constant of the open circuit, d axis";
    parameter Units.Time T1q0 = 0.4 "Transient time constant of the open circuit, q axis";
    parameter Units.Time T2d0 = 0.03 "Subtransient time constant of the open circuit, d axis";
    parameter Units.Time T2q0 = 0.05 "Subtransient time constant of the open circuit, q axis";
    Blocks.RealInput Efd(unit="1") "Voltage of the field" annotation (Placement(transformation(origin={-60, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
    Blocks.RealOutput Efd0(unit="1") "Voltage of the field at the start" annotation (Placement(transformation(origin={-60, -110}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    PerUnit e1q(start=1) "Transient voltage, q axis";
    PerUnit e2q(start=1) "Subtransient voltage, q axis";
    PerUnit e1d(start=0) "Transient voltage, d axis";
    PerUnit e2d(start=0) "Subtransient voltage, d axis";
  protected
    final parameter PerUnit Efd_start(fixed=false, start=1) "Voltage of the field at the start";
  initial equation
    Efd_start = e1q + (xd - x1d)*id;
    delta = atan2(t.vi - (ra*t.ii + xq*t.ir)*system.S/Sn, t.vr - (ra*t.ir - xq*t.ii)*system.S/Sn);
    der(e2q) = 0;
    der(e1d) = 0;
  equation
    Efd0 = Efd_start;
    T1d0*der(e1q) = Efd - e1q - (xd - x1d)*id;
    T2d0*der(e2q) = e1q - e2q - (x1d - x2d)*id;
    T1q0*der(e1d) = -e1d + (xq - x1q)*iq;
    T2q0*der(e2d) = e1d - e2d + (x1q - x2q)*iq;
    vd = e2d + x2q*iq - ra*id;
    vq = e2q - x2d*id - ra*iq;
    annotation (Icon(graphics={Text(extent={{-60, 40}, {60, -40}}, textString="G 6")}), Documentation(info="<html><p>Transient and subtransient voltages in both axes, without saturation; changes of flux in the stator are neglected, as the network's are. P. Kundur: <em>Power System Stability and Control</em>, 1994; the subtransient voltages follow the transient ones as in J. Machowski, J. Bialek, J. Bumby: <em>Power System Dynamics</em>. At the start the angle is that of the voltage behind <code>xq</code>; a field turned round would be at rest, too.</p></html>"));
  end Order6;
  annotation (Documentation(info="<html><p>What is known of a machine before the start determines the voltage of the field and the mechanical power that keep it at rest. It hands them to its exciter and its turbine, as <code>Efd0</code> and <code>Pm0</code>.</p></html>"));
end Machines;
