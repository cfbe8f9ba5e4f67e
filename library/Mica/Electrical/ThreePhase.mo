within Mica.Electrical;
package ThreePhase "Circuits with three phases"
  extends Icons.Package;

  connector Plug "Three wires"
    Units.Voltage v[3] "Potentials";
    flow Units.Current i[3] "Currents into the component";
    annotation (Icon(graphics={Ellipse(extent={{-100, 100}, {100, -100}}, lineColor={0, 0, 255}, fillColor={0, 0, 255}, fillPattern=FillPattern.Solid)}));
  end Plug;

  partial model TwoPlugs "Two plugs, three currents from p to n"
    Units.Voltage v[3] "Voltages from p to n";
    Units.Current i[3] "Currents from p to n";
    Plug p "Positive plug" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Plug n "Negative plug" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = zeros(3);
    annotation (Icon(graphics={Text(extent={{-150, 90}, {150, 50}}, textString="%name", textColor={0, 0, 255})}));
  end TwoPlugs;

  model Resistor "Three resistors"
    extends TwoPlugs;
    parameter Units.Resistance R = 1 "Resistance of each";
  equation
    v = R*i;
    annotation (Icon(graphics={Rectangle(extent={{-70, 30}, {70, -30}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {-70, 0}}, color={0, 0, 255}), Line(points={{70, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{-10, -20}, {10, 20}}, color={0, 0, 255}), Line(points={{-20, -20}, {0, 20}}, color={0, 0, 255}), Line(points={{0, -20}, {20, 20}}, color={0, 0, 255}), Text(extent={{-150, -40}, {150, -80}}, textString="R=%R")}));
  end Resistor;

  model Inductor "Three inductors"
    extends TwoPlugs;
    parameter Units.Inductance L = 1 "Inductance of each";
  equation
    L*der(i) = v;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Ellipse(extent={{-60, 20}, {-20, -20}}, startAngle=0, endAngle=180, lineColor={0, 0, 255}), Ellipse(extent={{-20, 20}, {20, -20}}, startAngle=0, endAngle=180, lineColor={0, 0, 255}),
          Ellipse(extent={{20, 20}, {60, -20}}, startAngle=0, endAngle=180, lineColor={0, 0, 255}), Line(points={{-10, -20}, {10, 20}}, color={0, 0, 255}), Line(points={{-20, -20}, {0, 20}}, color={0, 0, 255}), Line(points={{0, -20}, {20, 20}}, color={0, 0, 255}), Text(extent={{-150, -40}, {150, -80}}, textString="L=%L")}));
  end Inductor;

  model Capacitor "Three capacitors"
    extends TwoPlugs;
    parameter Units.Capacitance C = 1 "Capacitance of each";
  equation
    C*der(v) = i;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-10, 0}}, color={0, 0, 255}), Line(points={{-10, 40}, {-10, -40}}, color={0, 0, 255}), Line(points={{10, 40}, {10, -40}}, color={0, 0, 255}), Line(points={{10, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{-60, -20}, {-40, 20}}, color={0, 0, 255}), Line(points={{-50, -20}, {-30, 20}}, color={0, 0, 255}), Line(points={{-70, -20}, {-50, 20}}, color={0, 0, 255}), Text(extent={{-150, -50}, {150, -90}}, textString="C=%C")}));
  end Capacitor;

  model Switch "Three switches that one condition closes"
    extends TwoPlugs;
    parameter Units.Resistance Ron(min=0) = 1e-5 "Resistance when closed";
    parameter Units.Conductance Goff(min=0) = 1e-5 "Conductance when open";
    Blocks.BooleanInput closed annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
  protected
    Real s[3] "The voltage when open, the current when closed";
    constant Units.Voltage unitVoltage = 1;
    constant Units.Current unitCurrent = 1;
  equation
    v = if closed then Ron*s*unitCurrent else s*unitVoltage;
    i = if closed then s*unitCurrent else Goff*s*unitVoltage;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-40, 0}, {36, 40}}, color={0, 0, 255}), Line(points={{40, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{-76, -20}, {-56, 20}}, color={0, 0, 255}), Line(points={{-86, -20}, {-66, 20}}, color={0, 0, 255}), Line(points={{-66, -20}, {-46, 20}}, color={0, 0, 255})}));
  end Switch;

  model SineVoltage "Symmetric source of three sine waves"
    extends TwoPlugs;
    parameter Units.Voltage V = 1 "Amplitude of a phase";
    parameter Units.Frequency f = 50 "Frequency";
    parameter Units.Angle phase = 0 "Phase of the first at time 0; the others follow by 120 deg each";
  equation
    for k in 1:3 loop
      v[k] = V*sin(2*Constants.pi*f*time + phase - (k - 1)*2*Constants.pi/3);
    end for;
    annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-40, 40}, {40, -40}}, textString="3~", textColor={0, 0, 255})}));
  end SineVoltage;

  model SignalVoltage "Source of three voltages that are signals"
    extends TwoPlugs;
    Blocks.RealInput u[3](each unit="V") "Voltages" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
  equation
    v = u;
    annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{0, 100}, {0, 50}}, color={0, 0, 127})}));
  end SignalVoltage;

  model Star "Joins three wires in one pin"
    Plug plug annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Pin pin "Star point" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  equation
    for k in 1:3 loop
      plug.v[k] = pin.v;
    end for;
    sum(plug.i) + pin.i = 0;
    annotation (Icon(graphics={Line(points={{-90, 0}, {0, 0}, {60, 50}}, color={0, 0, 255}), Line(points={{0, 0}, {60, -50}}, color={0, 0, 255}), Line(points={{0, 0}, {90, 0}}, color={160, 160, 160}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
  end Star;

  model OpenStar "Joins three wires in a point that leads nowhere"
    Plug plug annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Units.Voltage v "Potential of the star point";
  equation
    for k in 1:3 loop
      plug.v[k] = v;
    end for;
    sum(plug.i) = 0;
    annotation (Icon(graphics={Line(points={{-90, 0}, {0, 0}, {60, 50}}, color={0, 0, 255}), Line(points={{0, 0}, {60, -50}}, color={0, 0, 255}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
  end OpenStar;

  model Delta "Joins each end of three components with the next one's beginning"
    Plug p annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Plug n annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  equation
    n.v = {p.v[2], p.v[3], p.v[1]};
    {n.i[1] + p.i[2], n.i[2] + p.i[3], n.i[3] + p.i[1]} = zeros(3);
    annotation (Icon(graphics={Polygon(points={{-60, -50}, {60, -50}, {0, 60}, {-60, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {-34, 0}}, color={0, 0, 255}), Line(points={{34, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
  end Delta;

  model Pins "Three wires one by one"
    Plug plug annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Pin pin[3] annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  equation
    for k in 1:3 loop
      plug.v[k] = pin[k].v;
      plug.i[k] + pin[k].i = 0;
    end for;
    annotation (Icon(graphics={Line(points={{-90, 0}, {0, 0}}, color={0, 0, 255}), Line(points={{0, 0}, {90, 30}}, color={0, 0, 255}), Line(points={{0, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{0, 0}, {90, -30}}, color={0, 0, 255})}));
  end Pins;

  model CurrentSensor "Measures the currents of three wires"
    extends TwoPlugs;
    Blocks.RealOutput y[3](each unit="A") "The currents" annotation (Placement(transformation(origin={0, -110}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  equation
    v = zeros(3);
    y = i;
    annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={90, 90, 90}, fillColor={245, 245, 245}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-30, 30}, {30, -30}}, textString="A")}));
  end CurrentSensor;

  model PowerSensor "Measures the power that goes from p to n, against the mean potential of the wires"
    extends TwoPlugs;
    Blocks.RealOutput power(unit="W") "The power" annotation (Placement(transformation(origin={0, -110}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  equation
    v = zeros(3);
    power = (p.v - fill(sum(p.v)/3, 3))*i;
    annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={90, 90, 90}, fillColor={245, 245, 245}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-30, 30}, {30, -30}}, textString="W")}));
  end PowerSensor;

  model EMF "Three windings that turn currents into torque and speed into voltages, joined in a star"
    parameter Units.MachineConstant k = 1 "Torque per current in rotor coordinates: 3/2 of the amplitude of a winding's profile";
    parameter Integer pairs(min=1) = 1 "Pairs of poles";
    parameter Real k5 = 0 "Fifth harmonic of the profiles, relative to the first";
    Plug plug annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Rotational.Flange flange annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    Units.Voltage v_star "Potential of the star point";
    Units.AngularVelocity w "Speed of the shaft";
    Units.Angle alpha "Electrical angle";
    Units.MachineConstant profile[3] "Voltage per speed of each winding";
    Units.Torque tau "Torque on the rotor";
  equation
    w = der(flange.phi);
    alpha = pairs*flange.phi;
    for j in 1:3 loop
      profile[j] = 2/3*k*(sin(alpha - (j - 1)*2*Constants.pi/3) + k5*sin(5*(alpha - (j - 1)*2*Constants.pi/3)));
      plug.v[j] = profile[j]*w + v_star;
    end for;
    sum(plug.i) = 0;
    tau = profile*plug.i;
    flange.tau = -tau;
    annotation (
      Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={90, 90, 90}), Line(points={{0, 0}, {0, 40}}, color={0, 0, 255}), Line(points={{0, 0}, {34, -20}}, color={0, 0, 255}), Line(points={{0, 0}, {-34, -20}}, color={0, 0, 255}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}),
      Documentation(info="<html><p>The sum of the currents is zero, as it is in a star whose point is free: with inductors in the three wires two currents are states, not three.</p>
<p>Ferretti, Magnani, Rocco: <em>Simulating permanent magnet brushless motors in Dymola</em>, 2002.</p></html>"));
  end EMF;

  function park "Three phases in rotor coordinates, with the same amplitude"
    extends Icons.Function;
    input Real x[3] "Phases, sine waves of the angle";
    input Units.Angle alpha "Electrical angle";
    output Real dq[2] "Direct and quadrature component";
  algorithm
    dq[1] := 2/3*sum(x[j]*cos(alpha - (j - 1)*2*Constants.pi/3) for j in 1:3);
    dq[2] := 2/3*sum(x[j]*sin(alpha - (j - 1)*2*Constants.pi/3) for j in 1:3);
    annotation (Inline=true);
  end park;

  function inversePark "Three phases from rotor coordinates"
    extends Icons.Function;
    input Real dq[2] "Direct and quadrature component";
    input Units.Angle alpha "Electrical angle";
    output Real x[3] "Phases, sine waves of the angle";
  algorithm
    for j in 1:3 loop
      x[j] := dq[1]*cos(alpha - (j - 1)*2*Constants.pi/3) + dq[2]*sin(alpha - (j - 1)*2*Constants.pi/3);
    end for;
    annotation (Inline=true);
  end inversePark;

  model Inverter "Six ideal switches: each phase is at the upper or the lower rail"
    Pin dc_p "Upper rail" annotation (Placement(transformation(extent={{-110, 50}, {-90, 70}})));
    Pin dc_n "Lower rail" annotation (Placement(transformation(extent={{-110, -70}, {-90, -50}})));
    Plug ac annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    Blocks.BooleanInput upper[3] "The phase is at the upper rail" annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
  equation
    for k in 1:3 loop
      ac.v[k] = if upper[k] then dc_p.v else dc_n.v;
    end for;
    dc_p.i + sum(if upper[k] then ac.i[k] else 0 for k in 1:3) = 0;
    dc_n.i + sum(if upper[k] then 0 else ac.i[k] for k in 1:3) = 0;
    annotation (Icon(graphics={Rectangle(extent={{-80, 80}, {80, -80}}, lineColor={0, 0, 255}), Line(points={{-80, -80}, {80, 80}}, color={0, 0, 255}), Line(points={{-60, 50}, {-20, 50}}, color={0, 0, 255}), Text(extent={{10, -20}, {70, -60}}, textString="~", textColor={0, 0, 255}), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}),
      Documentation(info="<html><p>The switches of a phase are never both open: diodes in parallel carry what the transistors do not.</p></html>"));
  end Inverter;

  package Examples "Circuits with three phases at work"
    extends Icons.Package;

    model BalancedLoad "A symmetric source on a symmetric load in star and one in delta"
      extends Icons.Example;
      SineVoltage source(V=100, f=50) annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
      Star star annotation (Placement(transformation(origin={-90, 40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
      Ground ground annotation (Placement(transformation(origin={-90, 76}, extent={{-10, -10}, {10, 10}}, rotation=180)));
      PowerSensor meter annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
      Resistor r(R=3) annotation (Placement(transformation(extent={{10, 30}, {30, 50}})));
      Inductor l(L=4/(100*Constants.pi)) "4 Ohm at 50 Hz" annotation (Placement(transformation(extent={{40, 30}, {60, 50}})));
      OpenStar open annotation (Placement(transformation(extent={{70, 30}, {90, 50}})));
      Resistor rd(R=15) annotation (Placement(transformation(extent={{20, -50}, {40, -30}})));
      Delta delta annotation (Placement(transformation(extent={{20, -80}, {40, -60}})));
      Units.Energy energy(start=0, fixed=true) "From 0.1 s on";
    initial equation
      for k in 1:2 loop
        l.i[k] = 0;
      end for;
    equation
      der(energy) = if time < 0.1 then 0 else meter.power;
      connect(source.p, star.plug) annotation (Line(points={{-70, 0}, {-90, 0}, {-90, 30}}, color={0, 0, 255}));
      connect(star.pin, ground.p) annotation (Line(points={{-90, 50}, {-90, 66}}, color={0, 0, 255}));
      connect(source.n, meter.p) annotation (Line(points={{-50, 0}, {-30, 0}}, color={0, 0, 255}));
      connect(meter.n, r.p) annotation (Line(points={{-10, 0}, {10, 0}, {10, 40}}, color={0, 0, 255}));
      connect(r.n, l.p) annotation (Line(points={{30, 40}, {40, 40}}, color={0, 0, 255}));
      connect(l.n, open.plug) annotation (Line(points={{60, 40}, {70, 40}}, color={0, 0, 255}));
      connect(meter.n, rd.p) annotation (Line(points={{-10, 0}, {20, 0}, {20, -40}}, color={0, 0, 255}));
      connect(rd.p, delta.p) annotation (Line(points={{20, -40}, {20, -70}}, color={0, 0, 255}));
      connect(rd.n, delta.n) annotation (Line(points={{40, -40}, {40, -70}}, color={0, 0, 255}));
      annotation (
        experiment(StopTime=0.2, Interval=1e-3, Tolerance=1e-8),
        Documentation(info="<html><p>The load in star has 5 Ohm and takes <code>3/2*V^2*R/Z^2</code> = 1800 W, that in delta <code>9/2*V^2/R</code> = 3000 W; with three equal phases the power does not vary in time once the transient is over.</p></html>"));
    end BalancedLoad;
  end Examples;
  annotation (Documentation(info="<html><p>A <code>Plug</code> is three wires. Symmetric three-phase circuits need no fourth wire.</p></html>"));
end ThreePhase;
