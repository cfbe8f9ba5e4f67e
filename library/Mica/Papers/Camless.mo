within Mica.Papers;
package Camless "Puchalsky, Megli, Tiller, Trask, Wang, Curtis: Modelica Applications for Camless Engine Valvetrain Development, 2002"
  extends Icons.Package;

  model Magnet "Electromagnet with an E-shaped core that pulls an armature"
    extends Electrical.OnePort(i(start=0, fixed=true, stateSelect=StateSelect.prefer));
    parameter Real a(unit="H.m") = 1.1e-3 "Flux linkage times gap, divided by current";
    parameter Units.Length k = 4e-3 "Gap that the iron itself is worth";
    parameter Units.Resistance R = 0.42 "Resistance of the coil";
    parameter Boolean saturates = true "The iron saturates" annotation (Evaluate=true);
    parameter Units.MagneticFlux saturation = 0.32 "Flux linkage that is never passed";
    parameter Units.Inductance leakage = 1e-5 "Inductance that is left when the iron is saturated";
    parameter Units.Position face = 0 "Place of the pole face";
    Units.Length x "Gap";
    Units.MagneticFlux flux(stateSelect=StateSelect.avoid) "Flux linkage";
    Units.Force f "Pull on the armature, towards smaller positions";
    Units.Energy coenergy "Integral of the flux linkage over the current";
    Units.Energy stored "Energy of the field";
    Translational.Flange flange "The armature" annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  protected
    Units.Inductance inductance "Without saturation";
    Real ratio "Current times inductance, divided by the saturation";
  equation
    x = flange.s - face;
    inductance = a/(k + x);
    ratio = inductance*i/saturation;
    if saturates then
      flux = saturation*(1 - exp(-ratio)) + leakage*i;
      coenergy = saturation*saturation/inductance*(ratio + exp(-ratio) - 1) + 0.5*leakage*i*i;
      f = saturation*saturation/a*(1 - exp(-ratio) - ratio*exp(-ratio));
    else
      flux = inductance*i;
      coenergy = 0.5*inductance*i*i;
      f = coenergy/(k + x);
    end if;
    stored = flux*i - coenergy;
    v = R*i + der(flux);
    flange.f = f;
    annotation (
      Icon(graphics={Rectangle(extent={{-80, 60}, {80, 20}}, lineColor={60, 60, 60}, fillColor={190, 190, 200}, fillPattern=FillPattern.Solid), Rectangle(extent={{-80, 20}, {-60, -40}}, lineColor={60, 60, 60}, fillColor={190, 190, 200}, fillPattern=FillPattern.Solid),
          Rectangle(extent={{-15, 20}, {15, -40}}, lineColor={60, 60, 60}, fillColor={190, 190, 200}, fillPattern=FillPattern.Solid), Rectangle(extent={{60, 20}, {80, -40}}, lineColor={60, 60, 60}, fillColor={190, 190, 200}, fillPattern=FillPattern.Solid),
          Rectangle(extent={{-80, -60}, {80, -75}}, lineColor={0, 127, 0}, fillColor={0, 127, 0}, fillPattern=FillPattern.Solid), Line(points={{0, -75}, {0, -90}}, color={0, 127, 0}), Line(points={{-90, 0}, {-15, 0}}, color={0, 0, 255}), Line(points={{15, 0}, {90, 0}}, color={0, 0, 255})}),
      Documentation(info="<html>
<p>Without saturation the flux linkage is <code>a*i/(k + x)</code> and the pull <code>a*i^2/(2*(k + x)^2)</code>, equations 7 and 8 of the paper. It says of saturation only that the flux has an exponential form;
here it is <code>s*(1 - exp(-a*i/((k + x)*s)))</code> and a little leakage, and the pull follows from the coenergy, so that no energy is lost or made. The current is the state: in saturation the flux would tell little about it.</p>
</html>"));
  end Magnet;

  partial model Valve "Armature and valve between two springs, and the magnet that catches them"
    parameter Units.Mass m = 0.1 "Armature and valve";
    parameter Real w(unit="rad/s") = 953 "Natural frequency of valve and springs";
    parameter Real zeta = 0.003 "Damping ratio";
    parameter Units.Length L = 7.75e-3 "Travel";
    parameter Units.Voltage V = 117 "Voltage of the pulse";
    parameter Units.Time width = 10e-3 "Time that the pulse lasts";
    parameter Units.Time wait = 1.4e-3 "Time from the release to the pulse";
    Translational.Mass valve(m=m, s(start=L, fixed=true), v(start=0, fixed=true)) annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
    Translational.SpringDamper springs(c=m*w*w, d=2*zeta*m*w, s_rel0=-L/2, s_rel(stateSelect=StateSelect.default), v_rel(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{50, -10}, {70, 10}})));
    Translational.Fixed housing annotation (Placement(transformation(extent={{80, -10}, {100, 10}})));
    Translational.EndStop seat(c=4e7, d=200, s_rel(stateSelect=StateSelect.default), v_rel(stateSelect=StateSelect.default)) "Pole face of the magnet" annotation (Placement(transformation(extent={{-10, -50}, {10, -30}})));
    Translational.Fixed face annotation (Placement(transformation(extent={{-40, -50}, {-20, -30}})));
    Magnet magnet annotation (Placement(transformation(extent={{-20, 30}, {0, 50}})));
    Electrical.SignalVoltage supply annotation (Placement(transformation(origin={-60, 30}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-100, 0}, {-80, 20}})));
    Blocks.Pulse pulse(amplitude=V, period=1, width=width, startTime=wait) annotation (Placement(transformation(extent={{-100, 70}, {-80, 90}})));
    Units.Velocity speed "Towards the magnet";
    Units.Time contactTime(start=-1, fixed=true) "First contact; -1 before it";
    Units.Velocity contactSpeed(start=0, fixed=true) "Speed at the first contact";
    Integer contacts(start=0, fixed=true) "Contacts so far";
    Units.Energy supplied(start=0, fixed=true) "Electrical energy that did not heat the coil";
    Units.Energy work(start=0, fixed=true) "Done on the armature";
    Units.Energy imbalance "Of the magnet: none";
  equation
    speed = -valve.v;
    when valve.s < 0 then
      contacts = pre(contacts) + 1;
      contactTime = if pre(contacts) == 0 then time else pre(contactTime);
      contactSpeed = if pre(contacts) == 0 then speed else pre(contactSpeed);
    end when;
    der(supplied) = magnet.v*magnet.i - magnet.R*magnet.i*magnet.i;
    der(work) = magnet.f*speed;
    imbalance = supplied - work - magnet.stored;
    connect(pulse.y, supply.u) annotation (Line(points={{-79, 80}, {-63.5, 80}, {-63.5, 30}, {-48, 30}}, color={0, 0, 127}));
    connect(supply.p, magnet.p) annotation (Line(points={{-60, 40}, {-20, 40}}, color={0, 0, 255}));
    connect(supply.n, ground.p) annotation (Line(points={{-60, 20}, {-90, 20}}, color={0, 0, 255}));
    connect(magnet.n, ground.p) annotation (Line(points={{0, 40}, {-90, 40}, {-90, 20}}, color={0, 0, 255}));
    connect(magnet.flange, valve.a) annotation (Line(points={{-10, 30}, {-10, 0}, {20, 0}}, color={0, 127, 0}));
    connect(valve.b, springs.a) annotation (Line(points={{40, 0}, {50, 0}}, color={0, 127, 0}));
    connect(springs.b, housing.flange) annotation (Line(points={{70, 0}, {90, 0}}, color={0, 127, 0}));
    connect(seat.b, valve.a) annotation (Line(points={{10, -40}, {15, -40}, {15, 0}, {20, 0}}, color={0, 127, 0}));
    connect(face.flange, seat.a) annotation (Line(points={{-30, -40}, {-10, -40}}, color={0, 127, 0}));
    annotation (Icon(graphics={Rectangle(extent={{-60, 90}, {60, 50}}, lineColor={60, 60, 60}, fillColor={190, 190, 200}, fillPattern=FillPattern.Solid), Line(points={{0, 50}, {0, -60}}, color={60, 60, 60}, thickness=1),
          Rectangle(extent={{-40, 20}, {40, 10}}, lineColor={0, 127, 0}, fillColor={0, 127, 0}, fillPattern=FillPattern.Solid), Polygon(points={{0, -40}, {-50, -80}, {50, -80}, {0, -40}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid)}));
  end Valve;

  model Catch "The valve flies from its seat to the magnet, which catches it"
    extends Icons.Example;
    extends Valve;
    annotation (
      experiment(StopTime=3.5e-3, Interval=1e-5, Tolerance=1e-9),
      Documentation(info="<html>
<p>117 V for 10 ms, 1.4 ms after the release. The paper prints a highest speed of about 3.7 m/s, a first contact after 3.2 ms with a predicted speed of 0.3 and a measured one of 0.5 m/s, and a second contact at about
4.5 ms with 0.6 m/s. It gives no data of the valve; those of the model are chosen so that time and speed of the first contact are the measured ones. They are not good enough for what follows: this magnet is too weak to hold the valve.</p>
<p>The energy that enters the magnet and does not heat its coil is the work on the armature and the energy of the field: <code>imbalance</code> stays zero.</p>
</html>"));
  end Catch;

  model Flight "A valve with a pulse of 150 V for 3 ms"
    extends Valve(V=150, width=3e-3);
    annotation (Documentation(info="<html><p>One point of figure 11 of the paper.</p></html>"));
  end Flight;

  model Sweep "Speed of contact over the time at which the pulse starts"
    extends Icons.Example;
    parameter Units.Time wait[:] = {0.5e-3, 1.1e-3, 1.5e-3, 1.7e-3, 1.9e-3, 2.0e-3} "Times from the release to the pulse";
    Flight flight[size(wait, 1)](wait=wait) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Units.Velocity speed[size(wait, 1)] = flight.contactSpeed "Speeds of the first contact; 0 without one";
    annotation (
      experiment(StopTime=5e-3, Interval=1e-5, Tolerance=1e-9),
      Documentation(info="<html>
<p>150 V for 3 ms. The paper prints 2.7 m/s for 0.5 ms, a minimum of 0.2 m/s at 1.7 ms and no catch beyond 2.0 ms. With the data chosen here the speed falls all the way; a pulse after 2.0 ms is too late here, too.
<code>mica sweep Mica.Papers.Camless.Flight --vary 'wait=0.5e-3:0.1e-3:2e-3'</code> draws the whole curve.</p>
</html>"));
  end Sweep;

  model LockedArmature "The coil with its armature held in place"
    extends Icons.Example;
    Magnet magnet(saturates=false) annotation (Placement(transformation(extent={{-10, 10}, {10, 30}})));
    Translational.Fixed armature(s0=1e-3) annotation (Placement(transformation(extent={{-10, -30}, {10, -10}})));
    Electrical.ConstantVoltage supply(V=10) annotation (Placement(transformation(origin={-40, 10}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-50, -50}, {-30, -30}})));
  equation
    connect(supply.p, magnet.p) annotation (Line(points={{-40, 20}, {-10, 20}}, color={0, 0, 255}));
    connect(supply.n, ground.p) annotation (Line(points={{-40, 0}, {-40, -30}}, color={0, 0, 255}));
    connect(magnet.n, ground.p) annotation (Line(points={{10, 20}, {-40, 20}, {-40, -30}}, color={0, 0, 255}));
    connect(magnet.flange, armature.flange) annotation (Line(points={{0, 10}, {0, -20}}, color={0, 127, 0}));
    annotation (
      experiment(StopTime=2, Interval=1e-2, Tolerance=1e-9),
      Documentation(info="<html><p>The current is <code>V/R*(1 - exp(-t*R*(k + x)/a))</code>.</p></html>"));
  end LockedArmature;

  model SimplifiedLift "The lift as half a period of a free oscillation, and what integration gives"
    extends Icons.Example;
    extends Valve(V=0, zeta=0);
    parameter Units.Time T = Constants.pi/w "Time of flight";
    Units.Length lift "Equations 3 and 4 of the paper";
    Units.Length difference "From the integrated motion: none until the contact";
  equation
    lift = if time < T then L/2*(1 - cos(w*time)) else L;
    difference = if time < T then lift - (L - valve.s) else 0;
    annotation (experiment(StopTime=3.2e-3, Interval=1e-5, Tolerance=1e-10), Documentation(info="<html><p>The cycle simulation of the paper takes this lift in place of the actuator.</p></html>"));
  end SimplifiedLift;
  annotation (Documentation(info="<html><p>The electromagnetic valve actuator of the paper.</p></html>"));
end Camless;
