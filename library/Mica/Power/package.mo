within Mica;
package Power "Electric power networks in phasors, per unit"
  extends Icons.Package;

  type PerUnit = Real(final unit="1") "A quantity relative to its base";

  connector Terminal "A node of a network in phasors"
    PerUnit vr(start=1) "Real part of the voltage";
    PerUnit vi(start=0) "Imaginary part of the voltage";
    flow PerUnit ir "Real part of the current into the component, on the base of the system";
    flow PerUnit ii "Imaginary part of the current into the component, on the base of the system";
    annotation (Icon(graphics={Rectangle(extent={{-40, 100}, {40, -100}}, lineColor={0, 90, 160}, fillColor={0, 90, 160}, fillPattern=FillPattern.Solid)}));
  end Terminal;

  partial model OneTerminal "A component at one node"
    Terminal t annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    PerUnit V(start=1) "Magnitude of the voltage";
    PerUnit P "Active power into the component, on the base of the system";
    PerUnit Q "Reactive power into the component, on the base of the system";
  equation
    V = sqrt(t.vr^2 + t.vi^2);
    P = t.vr*t.ir + t.vi*t.ii;
    Q = t.vi*t.ir - t.vr*t.ii;
    annotation (Icon(graphics={Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 90, 160})}));
  end OneTerminal;

  partial model TwoTerminals "A branch between two nodes"
    Terminal a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Terminal b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    annotation (Icon(graphics={Text(extent={{-150, 90}, {150, 50}}, textString="%name", textColor={0, 90, 160})}));
  end TwoTerminals;

  model System "What all components of a network share"
    parameter Units.Frequency f = 60 "Nominal frequency";
    parameter Units.Power S = 100e6 "Base of power";
    annotation (
      defaultComponentName="system",
      defaultComponentPrefixes="inner",
      Icon(graphics={Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={0, 90, 160}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid), Text(extent={{-90, 60}, {90, 10}}, textString="%f Hz"), Text(extent={{-90, -10}, {90, -60}}, textString="%S W")}),
      Documentation(info="<html><p>Declare it once at the top, as <code>inner Power.System system</code>.</p></html>"));
  end System;

  model Bus "A node with a name"
    Terminal t annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    PerUnit V(start=1) "Magnitude of the voltage";
    Units.Angle angle "Angle of the voltage";
  equation
    V = sqrt(t.vr^2 + t.vi^2);
    angle = atan2(t.vi, t.vr);
    t.ir = 0;
    t.ii = 0;
    annotation (Icon(graphics={Rectangle(extent={{-10, 100}, {10, -100}}, lineColor={0, 0, 0}, fillColor={0, 0, 0}, fillPattern=FillPattern.Solid), Text(extent={{-150, 150}, {150, 110}}, textString="%name")}));
  end Bus;

  model Line "Line with resistance, reactance and capacitance, which may open for a while"
    extends TwoTerminals;
    parameter PerUnit R = 0 "Resistance";
    parameter PerUnit X = 0.1 "Reactance";
    parameter PerUnit B = 0 "Susceptance of the whole line";
    parameter Units.Time opening = Constants.inf "Time at which both ends open";
    parameter Units.Time closing = Constants.inf "Time at which both ends close again";
    Boolean closed "Both ends are closed";
    PerUnit jr(start=0) "Real part of the current through the line";
    PerUnit ji(start=0) "Imaginary part of the current through the line";
  equation
    closed = time < opening or time >= closing;
    if closed then
      a.vr - b.vr = R*jr - X*ji;
      a.vi - b.vi = R*ji + X*jr;
      a.ir = jr - B/2*a.vi;
      a.ii = ji + B/2*a.vr;
      b.ir = -jr - B/2*b.vi;
      b.ii = -ji + B/2*b.vr;
    else
      jr = 0;
      ji = 0;
      a.ir = 0;
      a.ii = 0;
      b.ir = 0;
      b.ii = 0;
    end if;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-60, 0}}, color={0, 90, 160}), Rectangle(extent={{-60, 15}, {60, -15}}, lineColor={0, 90, 160}), Line(points={{60, 0}, {90, 0}}, color={0, 90, 160}), Text(extent={{-150, -30}, {150, -70}}, textString="X=%X")}));
  end Line;

  model Transformer "Transformer of nominal ratio"
    extends TwoTerminals;
    parameter PerUnit X = 0.1 "Reactance";
    parameter PerUnit R = 0 "Resistance";
    parameter Real ratio = 1 "Voltage of a divided by that of b, without load, relative to the nominal ratio";
  equation
    a.vr/ratio - b.vr = -(R*b.ir - X*b.ii);
    a.vi/ratio - b.vi = -(R*b.ii + X*b.ir);
    a.ir + b.ir/ratio = 0;
    a.ii + b.ii/ratio = 0;
    annotation (Icon(graphics={Ellipse(extent={{-60, 40}, {20, -40}}, lineColor={0, 90, 160}), Ellipse(extent={{-20, 40}, {60, -40}}, lineColor={0, 90, 160}), Line(points={{-90, 0}, {-60, 0}}, color={0, 90, 160}), Line(points={{60, 0}, {90, 0}}, color={0, 90, 160}), Text(extent={{-150, -50}, {150, -90}}, textString="X=%X")}));
  end Transformer;

  model Shunt "Conductance and susceptance to earth"
    extends OneTerminal;
    parameter PerUnit G = 0 "Conductance";
    parameter PerUnit B = 0 "Susceptance, positive for a capacitor";
  equation
    t.ir = G*t.vr - B*t.vi;
    t.ii = G*t.vi + B*t.vr;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-10, 0}}, color={0, 90, 160}), Line(points={{-10, 40}, {-10, -40}}, color={0, 90, 160}), Line(points={{10, 40}, {10, -40}}, color={0, 90, 160}), Line(points={{10, 0}, {60, 0}, {60, -20}}, color={0, 90, 160}), Line(points={{40, -20}, {80, -20}}, color={0, 90, 160}), Line(points={{48, -28}, {72, -28}}, color={0, 90, 160}), Line(points={{55, -36}, {65, -36}}, color={0, 90, 160})}));
  end Shunt;

  model Fault "An admittance to earth for a while"
    extends OneTerminal;
    parameter PerUnit G = 1e3 "Conductance";
    parameter PerUnit B = -1e3 "Susceptance, negative for a coil";
    parameter Units.Time begin = 1 "Start of the fault";
    parameter Units.Time length = 0.1 "Length of the fault";
    Boolean present "The fault is there";
  equation
    present = time >= begin and time < begin + length;
    t.ir = if present then G*t.vr - B*t.vi else 0;
    t.ii = if present then G*t.vi + B*t.vr else 0;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-20, 0}, {10, 50}, {0, 0}, {40, 20}, {20, -60}}, color={200, 0, 0}, thickness=0.5), Polygon(points={{20, -60}, {10, -40}, {32, -44}, {20, -60}}, lineColor={200, 0, 0}, fillColor={200, 0, 0}, fillPattern=FillPattern.Solid)}));
  end Fault;

  model Load "Load whose power follows the voltage"
    extends OneTerminal;
    parameter PerUnit P0 = 1 "Active power at the start";
    parameter PerUnit Q0 = 0 "Reactive power at the start";
    parameter Real nP = 1 "Exponent of the voltage for the active power: 0 constant power, 1 constant current, 2 constant conductance";
    parameter Real nQ = 2 "Exponent of the voltage for the reactive power";
    parameter PerUnit dP = 0 "Added to P0 from stepTime on";
    parameter Units.Time stepTime = Constants.inf "Time at which the load changes";
    parameter PerUnit Vlow(min=0) = 1e-3 "Below this voltage, relative to that at the start, the load is an admittance";
    final parameter PerUnit V0(fixed=false, start=1) "Voltage at the start";
  protected
    PerUnit u(start=1) "Voltage relative to that at the start";
    PerUnit g "Conductance";
    PerUnit b "Susceptance";
  initial equation
    V0 = V;
  equation
    u = max(V/V0, Vlow);
    g = (P0 + (if time >= stepTime then dP else 0))*u^(nP - 2)/V0^2;
    b = -Q0*u^(nQ - 2)/V0^2;
    t.ir = g*t.vr - b*t.vi;
    t.ii = g*t.vi + b*t.vr;
    annotation (Icon(graphics={Line(points={{-90, 0}, {40, 0}}, color={0, 90, 160}), Polygon(points={{40, 30}, {90, 0}, {40, -30}, {40, 30}}, lineColor={0, 90, 160}, fillColor={0, 90, 160}, fillPattern=FillPattern.Solid), Text(extent={{-100, -40}, {120, -80}}, textString="%P0+j%Q0")}));
  end Load;

  model InfiniteBus "A voltage that nothing changes"
    extends OneTerminal;
    parameter PerUnit V0 = 1 "Magnitude of the voltage";
    parameter Units.Angle angle = 0 "Angle of the voltage";
  equation
    t.vr = V0*cos(angle);
    t.vi = V0*sin(angle);
    annotation (Icon(graphics={Line(points={{-90, 0}, {-40, 0}}, color={0, 90, 160}), Rectangle(extent={{-40, 60}, {-20, -60}}, lineColor={0, 90, 160}, fillColor={0, 90, 160}, fillPattern=FillPattern.Backward), Text(extent={{0, 40}, {90, -40}}, textString="inf")}));
  end InfiniteBus;

  type Kind = enumeration(PV "Active power and voltage are given", slack "Voltage and angle are given") "What is known of a machine before the start";

  annotation (Documentation(info="<html>
<p>Voltages and currents are phasors in one frame that turns with the nominal frequency; the network has no states. All are relative to the base of the system, in machines to that of the machine.</p>
<p>There is no load flow beside the model: the powers and voltages that are given for machines and loads are initial equations, and with the machines at rest everything else, the angles, the excitations and the mechanical powers, follows.</p>
</html>"));
end Power;
