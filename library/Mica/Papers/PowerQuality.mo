within Mica.Papers;
package PowerQuality "PQLib: a Modelica library for power quality analysis in networks, 2002"
  extends Icons.Package;

  model SixPulse "A six-pulse rectifier with smooth direct current"
    extends Icons.Example;
    parameter Units.Voltage V = 100 "Amplitude of a phase";
    parameter Units.Resistance R = 10 "Load";
    Electrical.ThreePhase.SineVoltage mains(V=V, f=50) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Electrical.ThreePhase.Star star annotation (Placement(transformation(origin={-60, 50}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    Electrical.Ground ground annotation (Placement(transformation(origin={-60, 86}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Electrical.ThreePhase.CurrentSensor meter annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Electrical.ThreePhase.CurrentSensor drive "Current of the rectifier" annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Mica.PowerQuality.SixPulseBridge bridge annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    Electrical.Inductor choke(L=2, i(start=3*sqrt(3)/Constants.pi*V/R, fixed=true)) annotation (Placement(transformation(origin={80, 30}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor load(R=R) annotation (Placement(transformation(origin={80, -10}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Mica.PowerQuality.Fourier fourier(f=50) "Of the current of the mains" annotation (Placement(transformation(extent={{-50, -70}, {-30, -50}})));
    Real relative[13] = fourier.amplitude/max(fourier.amplitude[1], 1e-9) "Harmonics relative to the fundamental";
  equation
    connect(mains.n, star.plug) annotation (Line(points={{-90, 0}, {-60, 0}, {-60, 40}}, color={0, 0, 255}));
    connect(star.pin, ground.p) annotation (Line(points={{-60, 60}, {-60, 76}}, color={0, 0, 255}));
    connect(mains.p, meter.p) annotation (Line(points={{-70, 0}, {-50, 0}}, color={0, 0, 255}));
    connect(meter.n, drive.p) annotation (Line(points={{-30, 0}, {-10, 0}}, color={0, 0, 255}));
    connect(drive.n, bridge.ac) annotation (Line(points={{10, 0}, {30, 0}}, color={0, 0, 255}));
    connect(bridge.dc_p, choke.p) annotation (Line(points={{50, 6}, {80, 6}, {80, 40}}, color={0, 0, 255}));
    connect(choke.n, load.p) annotation (Line(points={{80, 20}, {80, 0}}, color={0, 0, 255}));
    connect(load.n, bridge.dc_n) annotation (Line(points={{80, -20}, {80, -6}, {50, -6}}, color={0, 0, 255}));
    connect(meter.y[1], fourier.u) annotation (Line(points={{-40, -11}, {-40, -60}, {-52, -60}}, color={0, 0, 127}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-3, Tolerance=1e-8),
      Documentation(info="<html><p>The current of a phase is two blocks of a third of a period: harmonics 6k ± 1 with 1/h of the fundamental, and a distortion of <code>sqrt(pi^2/9 - 1)</code> = 0.3108.</p></html>"));
  end SixPulse;

  model ActiveFilter "The rectifier with an active filter beside it"
    extends SixPulse;
    Mica.PowerQuality.ActiveFilter filter(dq_start={0, 18/Constants.pi^2*V/R}) annotation (Placement(transformation(extent={{-30, -50}, {-10, -30}})));
  equation
    connect(meter.n, filter.plug) annotation (Line(points={{-30, 0}, {-20, 0}, {-20, -30}}, color={0, 0, 255}));
    connect(drive.y, filter.load) annotation (Line(points={{0, -11}, {0, -40}, {-32, -40}}, color={0, 0, 127}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-3, Tolerance=1e-8),
      Documentation(info="<html><p>The filter gives what the rectifier takes beside the fundamental, with a lag of 5 us. In each period four jumps by I are left to the mains that long: the distortion is <code>sqrt(100*lag/s)*pi/sqrt(6)</code> = 0.0287 where it was 0.3108.
The paper shows the same without numbers: a current that is practically a sine wave.</p></html>"));
  end ActiveFilter;
  annotation (Documentation(info="<html><p>The demonstration of the paper: an active filter takes away the harmonics of an adjustable-speed drive. The paper prints no data; they are chosen.</p></html>"));
end PowerQuality;
