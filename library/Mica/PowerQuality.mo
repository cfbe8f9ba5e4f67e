within Mica;
package PowerQuality "Harmonics in networks: sources, converters by switching functions, filters, instruments"
  extends Icons.Package;

  model HarmonicVoltage "Three-phase source with a second sequence and harmonics"
    extends Electrical.ThreePhase.TwoPlugs;
    parameter Units.Frequency f = 50 "Frequency of the fundamental";
    parameter Units.Voltage V1 = 1 "Amplitude of the fundamental";
    parameter Units.Angle phase1 = 0 "Phase of the fundamental";
    parameter Units.Voltage V1_opposite = 0 "Amplitude of the fundamental with the phases in the opposite order";
    parameter Units.Angle phase1_opposite = 0 "Phase of that";
    parameter Integer order[:] = fill(0, 0) "Orders of the harmonics";
    parameter Units.Voltage V[size(order, 1)] = fill(0, size(order, 1)) "Amplitudes of the harmonics";
    parameter Units.Angle phase[size(order, 1)] = fill(0, size(order, 1)) "Phases of the harmonics";
  protected
    Units.Angle alpha[3] = {2*Constants.pi*(f*time - (k - 1)/3) for k in 1:3} "Angles of the three phases";
  equation
    for k in 1:3 loop
      v[k] = V1*cos(alpha[k] + phase1) + V1_opposite*cos(2*Constants.pi*(f*time + (k - 1)/3) + phase1_opposite) + sum(V[j]*cos(order[j]*alpha[k] + phase[j]) for j in 1:size(order, 1));
    end for;
    annotation (
      Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{-40, 0}, {-30, 25}, {-20, 15}, {-10, 25}, {0, 0}, {10, -25}, {20, -15}, {30, -25}, {40, 0}}, color={0, 0, 255})}),
      Documentation(info="<html><p>A harmonic of order 5 has the phases in the opposite order by itself, one of order 3 is the same in all three.</p></html>"));
  end HarmonicVoltage;

  model SixPulseBridge "Bridge rectifier by switching functions: the highest phase feeds the upper rail, the lowest takes from the lower"
    Electrical.ThreePhase.Plug ac annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Electrical.Pin dc_p "Upper rail" annotation (Placement(transformation(extent={{90, 50}, {110, 70}})));
    Electrical.Pin dc_n "Lower rail" annotation (Placement(transformation(extent={{90, -70}, {110, -50}})));
    Integer s[3] "Switching functions: 1 for the phase that gives the current, -1 for the one that takes it";
    Units.Voltage v "Voltage between the rails";
    Units.Current i "Current into the load";
  protected
    Boolean higher[3] "Phase 1 is above 2, 2 above 3, 3 above 1";
  equation
    higher = {ac.v[1] > ac.v[2], ac.v[2] > ac.v[3], ac.v[3] > ac.v[1]};
    s[1] = (if higher[1] and not higher[3] then 1 else 0) - (if not higher[1] and higher[3] then 1 else 0);
    s[2] = (if higher[2] and not higher[1] then 1 else 0) - (if not higher[2] and higher[1] then 1 else 0);
    s[3] = (if higher[3] and not higher[2] then 1 else 0) - (if not higher[3] and higher[2] then 1 else 0);
    dc_p.v = sum(if s[k] == 1 then ac.v[k] else 0 for k in 1:3);
    dc_n.v = sum(if s[k] == -1 then ac.v[k] else 0 for k in 1:3);
    for k in 1:3 loop
      ac.i[k] = -(if s[k] == 1 then dc_p.i elseif s[k] == -1 then dc_n.i else 0);
    end for;
    v = dc_p.v - dc_n.v;
    i = -dc_p.i;
    annotation (
      Icon(graphics={Rectangle(extent={{-80, 80}, {80, -80}}, lineColor={0, 0, 255}), Line(points={{-80, -80}, {80, 80}}, color={0, 0, 255}), Polygon(points={{-50, 50}, {-50, 10}, {-15, 30}, {-50, 50}}, lineColor={0, 0, 255}), Line(points={{-15, 50}, {-15, 10}}, color={0, 0, 255}), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}),
      Documentation(info="<html><p>Without commutation: the network must take jumps of the current, and the load must keep its current. <a href=\"modelica://Mica.Papers.VariableStructure.ThreePhaseBridge\">ThreePhaseBridge</a> is the same of diodes.</p></html>"));
  end SixPulseBridge;

  model ActiveFilter "Gives a load what its current has beside the fundamental"
    Electrical.ThreePhase.Plug plug annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
    parameter Units.Frequency f = 50 "Frequency of the fundamental";
    parameter Units.Time T = 0.1 "Time constant with which the fundamental is found";
    parameter Units.Time lag = 5e-6 "Time constant with which the current follows";
    parameter Units.Current dq_start[2] = {0, 0} "Fundamental at the start, direct and quadrature component";
    Blocks.RealInput load[3](each unit="A") "Currents of the load" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Units.Current dq[2](start=dq_start, each fixed=true) "Fundamental of the load";
    Units.Current i[3](each start=0, each fixed=true) "Currents into the network";
  protected
    Units.Angle alpha = 2*Constants.pi*f*time "Angle of the network";
    Units.Current now[2] "Currents of the load in turning coordinates";
    Units.Current fundamental[3] "Fundamental of the load";
  equation
    now = Electrical.ThreePhase.park(load, alpha);
    T*der(dq) = now - dq;
    fundamental = Electrical.ThreePhase.inversePark(dq, alpha);
    lag*der(i) = load - fundamental - i;
    plug.i = -i;
    annotation (Icon(graphics={Rectangle(extent={{-100, 90}, {100, -100}}, lineColor={0, 0, 255}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid), Line(points={{-60, 20}, {-20, 20}, {-20, 60}, {20, 60}, {20, -20}, {60, -20}}, color={0, 0, 255}), Text(extent={{-80, -40}, {80, -80}}, textString="filter"), Text(extent={{-150, -110}, {150, -150}}, textString="%name", textColor={0, 0, 255})}),
      Documentation(info="<html><p>The currents of the load are turned with the network, where the fundamental stands still, and smoothed. The rest is what an inverter would give; here a lag stands for its current control.</p></html>"));
  end ActiveFilter;

  block Fourier "Mean, harmonics, effective value and distortion of a signal, over each period"
    extends Icons.Block;
    parameter Units.Frequency f = 50 "Frequency of the fundamental";
    parameter Integer n(min=1) = 13 "Highest harmonic";
    Blocks.RealInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Blocks.RealOutput amplitude[n] "Amplitudes in the last period" annotation (Placement(transformation(extent={{100, 50}, {120, 70}})));
    Blocks.RealOutput rms "Effective value in the last period" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    Blocks.RealOutput thd "Effective value of all but mean and fundamental, relative to that of the fundamental" annotation (Placement(transformation(extent={{100, -70}, {120, -50}})));
    Real mean "Mean in the last period";
  protected
    Real c[n](each start=0, each fixed=true) "Cosine coefficients so far";
    Real s[n](each start=0, each fixed=true) "Sine coefficients so far";
    Real m(start=0, fixed=true) "Mean so far";
    Real q(start=0, fixed=true) "Mean square so far";
    discrete Real a[n](each start=0, each fixed=true) "Amplitudes";
    discrete Real a0(start=0, fixed=true) "Mean";
    discrete Real square(start=0, fixed=true) "Mean square";
  equation
    for k in 1:n loop
      der(c[k]) = 2*f*u*cos(2*Constants.pi*k*f*time);
      der(s[k]) = 2*f*u*sin(2*Constants.pi*k*f*time);
    end for;
    der(m) = f*u;
    der(q) = f*u^2;
    when sample(1/f, 1/f) then
      a = {sqrt(pre(c[k])^2 + pre(s[k])^2) for k in 1:n};
      a0 = pre(m);
      square = pre(q);
      reinit(c, zeros(n));
      reinit(s, zeros(n));
      reinit(m, 0);
      reinit(q, 0);
    end when;
    amplitude = a;
    mean = a0;
    rms = sqrt(square);
    thd = if a[1] > 0 then sqrt(max(0, 2*(square - a0^2) - a[1]^2))/a[1] else 0;
    annotation (
      Icon(graphics={Line(points={{-80, -60}, {80, -60}}, color={0, 0, 127}), Line(points={{-60, -60}, {-60, 70}}, color={0, 0, 127}, thickness=1), Line(points={{-20, -60}, {-20, 0}}, color={0, 0, 127}, thickness=1), Line(points={{20, -60}, {20, -30}}, color={0, 0, 127}, thickness=1), Line(points={{60, -60}, {60, -45}}, color={0, 0, 127}, thickness=1)}),
      Documentation(info="<html><p>The coefficients are integrals, not sums over samples: jumps between two samples count in full.</p></html>"));
  end Fourier;

  package Examples "Harmonics at work"
    extends Icons.Package;

    model Harmonics "A source with harmonics on a load in star"
      extends Icons.Example;
      HarmonicVoltage source(V1=100, V1_opposite=10, order={3, 5, 7}, V={20, 15, 5}) annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
      Electrical.ThreePhase.Star star1 annotation (Placement(transformation(origin={-90, 30}, extent={{-10, -10}, {10, 10}}, rotation=90)));
      Electrical.Ground ground annotation (Placement(transformation(origin={-90, 66}, extent={{-10, -10}, {10, 10}}, rotation=180)));
      Electrical.ThreePhase.Resistor load(R=10) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
      Electrical.ThreePhase.OpenStar star2 annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
      Fourier voltage annotation (Placement(transformation(extent={{-10, 50}, {10, 70}})));
      Fourier current annotation (Placement(transformation(extent={{-10, -70}, {10, -50}})));
      Units.Voltage sum3 = sum(source.v) "Three times the part that is the same in all phases";
    equation
      voltage.u = source.v[1];
      current.u = load.i[1];
      connect(source.p, star1.plug) annotation (Line(points={{-70, 0}, {-90, 0}, {-90, 20}}, color={0, 0, 255}));
      connect(star1.pin, ground.p) annotation (Line(points={{-90, 40}, {-90, 56}}, color={0, 0, 255}));
      connect(source.n, load.p) annotation (Line(points={{-50, 0}, {-10, 0}}, color={0, 0, 255}));
      connect(load.n, star2.plug) annotation (Line(points={{10, 0}, {30, 0}}, color={0, 0, 255}));
      annotation (experiment(StopTime=0.05, Interval=1e-4, Tolerance=1e-8), Documentation(info="<html><p>The third harmonic is the same in all phases and drives no current through an open star; it shows between the star points.</p></html>"));
    end Harmonics;
  end Examples;
  annotation (Documentation(info="<html><p>Three-phase circuits are those of <a href=\"modelica://Mica.Electrical.ThreePhase\">Electrical.ThreePhase</a>, in volts and amperes.</p></html>"));
end PowerQuality;
