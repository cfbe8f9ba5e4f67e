within Mica;
package Spice "Circuits whose operating point, small-signal answer and transient are found inside the model"
  extends Icons.Package;

  type Algorithm = enumeration(newton "The static equations as they are", sourceRamp "Sources grow from zero", gminSteps "Conductances beside junctions shrink step by step", dynamicRamp "Sources of the large-signal circuit grow from zero; its voltages start the static one") "How the operating point is found";
  type Analysis = enumeration(OP "Operating point", AC "Small-signal answer over frequency", TRAN "Transient") "What is found";

  model Control "Runs an analysis: declare it once in a circuit"
    parameter Analysis analysis = Analysis.OP "What is found" annotation (Evaluate=true);
    parameter Algorithm way = Algorithm.newton "How the operating point is found" annotation (Evaluate=true);
    parameter Units.Time timeScale = 1 "About the time constant of the circuit; length of ramps";
    parameter Integer timeSlot(min=1, max=100) = 10 "Time between two actions, in percent of timeScale";
    parameter Units.Frequency startFrequency = 0.01 "First frequency of the small-signal analysis";
    parameter Units.Frequency endFrequency = 100 "Last frequency";
    parameter Boolean decades = true "The frequency grows in equal proportions; otherwise by equal steps";
    parameter Integer points(min=1) = 40 "Steps of frequency";
    parameter Units.Time stopTime = 1 "Length of the transient";
    parameter Boolean skipInitial = false "The transient starts from the values IC of capacitors, not from the operating point" annotation (Evaluate=true);
    final parameter Units.Time clock = timeSlot*timeScale/100 "Time between two actions";
    final parameter Units.Time found = if analysis == Analysis.TRAN and skipInitial or way == Algorithm.newton then (if analysis == Analysis.TRAN then clock else 0) elseif way == Algorithm.sourceRamp then timeScale elseif way == Algorithm.gminSteps then 11*clock else 2*(timeScale + clock) "Time at which the operating point is found";
    final parameter Units.Time finished = found + (if analysis == Analysis.OP then clock elseif analysis == Analysis.AC then (2*points + 1)*clock else stopTime) "Time at which the simulation ends";
    Boolean static "Sources of the static circuit are on";
    Boolean transfer "The static circuit takes the voltages of the large-signal one; its sources are off";
    Boolean bias "The large-signal circuit is led to the operating point";
    Boolean ac "The small-signal circuit is on";
    Boolean tran "The transient runs";
    Real ramp(unit="1") "Factor of the sources";
    Real scaleGmin(unit="1") "Factor of the conductances beside junctions";
    Units.Frequency freq "Frequency of the small-signal circuit";
    Units.Time timeTran "Time in the transient";
  protected
    Integer step(start=0, fixed=true) "Steps of the conductances so far";
    Boolean dynamic = way == Algorithm.dynamicRamp and found > clock "The large-signal circuit is used";
  equation
    when sample(clock, clock) then
      step = pre(step) + 1;
    end when;
    static = not dynamic or time >= 2*timeScale;
    transfer = dynamic and time >= 2*timeScale and time < 2*timeScale + clock;
    bias = dynamic and time < 2*timeScale + clock;
    ramp = if way == Algorithm.sourceRamp and found > clock or dynamic and time < 2*timeScale then smooth(0, min(1, time/timeScale)) else 1;
    scaleGmin = if way == Algorithm.gminSteps and found > clock then 10.0^max(0, 10 - step) else 1;
    ac = analysis == Analysis.AC and time >= found;
    freq = if not ac then startFrequency elseif decades then startFrequency*(endFrequency/startFrequency)^((time - found)/(2*points*clock)) else startFrequency + (endFrequency - startFrequency)*(time - found)/(2*points*clock);
    tran = analysis == Analysis.TRAN and time >= found;
    timeTran = if tran then time - found else 0;
    when time >= finished then
      terminate("the analysis is finished");
    end when;
    annotation (
      defaultComponentName="control",
      defaultComponentPrefixes="inner",
      Icon(graphics={Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={120, 60, 0}, fillColor={255, 250, 240}, fillPattern=FillPattern.Solid), Text(extent={{-90, 50}, {90, 0}}, textString="%analysis"), Text(extent={{-90, -10}, {90, -50}}, textString="%way")}),
      Documentation(info="<html><p>A circuit has three formulations at once: static, small-signal and large-signal. This model says when which of them is on, and ends the simulation. The times are those of the paper by Urquia and Dormido.</p></html>"));
  end Control;

  connector Pin "A node in three formulations"
    Units.Voltage vDC "Potential, static";
    Units.Voltage vTran "Potential, large signal";
    Units.Voltage vRe "Potential, small signal, real part";
    Units.Voltage vIm "Potential, small signal, imaginary part";
    flow Units.Current iDC "Current into the device, static";
    flow Units.Current iTran "Current into the device, large signal";
    flow Units.Current iRe "Current into the device, small signal, real part";
    flow Units.Current iIm "Current into the device, small signal, imaginary part";
    annotation (Icon(graphics={Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={120, 60, 0}, fillColor={120, 60, 0}, fillPattern=FillPattern.Solid)}));
  end Pin;

  partial model TwoPin "A device with two pins"
    outer Control control;
    Pin p "Positive pin" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Pin n "Negative pin" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    Units.Voltage vDC = p.vDC - n.vDC "Voltage, static";
    Units.Voltage vTran = p.vTran - n.vTran "Voltage, large signal";
    Units.Voltage vRe = p.vRe - n.vRe "Voltage, small signal, real part";
    Units.Voltage vIm = p.vIm - n.vIm "Voltage, small signal, imaginary part";
    Units.Current iDC "Current, static";
    Units.Current iTran = p.iTran "Current, large signal";
    Units.Current iRe = p.iRe "Current, small signal, real part";
    Units.Current iIm = p.iIm "Current, small signal, imaginary part";
  equation
    p.iTran + n.iTran = 0;
    p.iRe + n.iRe = 0;
    p.iIm + n.iIm = 0;
    annotation (Icon(graphics={Text(extent={{-150, 90}, {150, 50}}, textString="%name", textColor={120, 60, 0})}));
  end TwoPin;

  model Ground "Potential zero"
    Pin p annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
  equation
    p.vDC = 0;
    p.vTran = 0;
    p.vRe = 0;
    p.vIm = 0;
    annotation (Icon(graphics={Line(points={{0, 90}, {0, 40}}, color={120, 60, 0}), Line(points={{-60, 40}, {60, 40}}, color={120, 60, 0}), Line(points={{-40, 20}, {40, 20}}, color={120, 60, 0}), Line(points={{-20, 0}, {20, 0}}, color={120, 60, 0})}));
  end Ground;

  model Resistor "Linear resistor, which can clamp the static potentials of its pins"
    extends TwoPin;
    parameter Units.Resistance R = 1 "Resistance";
  protected
    constant Units.Resistance R_eps = 0.0002 "Resistance of the clamps";
    discrete Units.Voltage vP(start=0, fixed=true) "Potential to which p is clamped";
    discrete Units.Voltage vN(start=0, fixed=true) "Potential to which n is clamped";
  equation
    when control.transfer then
      vP = p.vTran;
      vN = n.vTran;
    end when;
    vDC = R*iDC;
    vTran = R*iTran;
    vRe = R*iRe;
    vIm = R*iIm;
    p.iDC = iDC + (if control.transfer then (p.vDC - vP)/R_eps else 0);
    n.iDC = -iDC + (if control.transfer then (n.vDC - vN)/R_eps else 0);
    annotation (Icon(graphics={Rectangle(extent={{-70, 30}, {70, -30}}, lineColor={120, 60, 0}), Line(points={{-90, 0}, {-70, 0}}, color={120, 60, 0}), Line(points={{70, 0}, {90, 0}}, color={120, 60, 0}), Text(extent={{-150, -40}, {150, -80}}, textString="R=%R")}));
  end Resistor;

  model Capacitor "Linear capacitor"
    extends TwoPin(vTran(start=0, fixed=true));
    parameter Units.Capacitance C = 1 "Capacitance";
    parameter Units.Voltage IC = 0 "Voltage at the start of a transient that skips the operating point";
  equation
    when control.tran then
      reinit(vTran, if control.skipInitial then IC else vDC);
    end when;
    iDC = 0;
    p.iDC = 0;
    n.iDC = 0;
    C*der(vTran) = iTran;
    iRe = -2*Constants.pi*control.freq*C*vIm;
    iIm = 2*Constants.pi*control.freq*C*vRe;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-10, 0}}, color={120, 60, 0}), Line(points={{-10, 40}, {-10, -40}}, color={120, 60, 0}), Line(points={{10, 40}, {10, -40}}, color={120, 60, 0}), Line(points={{10, 0}, {90, 0}}, color={120, 60, 0}), Text(extent={{-150, -50}, {150, -90}}, textString="C=%C")}));
  end Capacitor;

  package Waveforms "How sources vary in a transient"
    extends Icons.Package;

    partial block Waveform "A function of the time in the transient"
      extends Icons.Block;
      Blocks.RealInput t(unit="s") "Time" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
      Blocks.RealOutput y "Value" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
      parameter Real initialValue = 0 "Value before the transient";
    end Waveform;

    block Hold "Does not vary"
      extends Waveform;
    equation
      y = initialValue;
      annotation (Icon(graphics={Line(points={{-80, 0}, {80, 0}}, color={120, 60, 0})}));
    end Hold;

    block EXP "Two exponentials"
      extends Waveform(final initialValue=S1);
      parameter Real S1 = 0 "First level";
      parameter Real S2 = 1 "Second level";
      parameter Units.Time TD1 = 0 "Start of the rise";
      parameter Units.Time TC1 = 1 "Time constant of the rise";
      parameter Units.Time TD2 = 1 "Start of the fall";
      parameter Units.Time TC2 = 1 "Time constant of the fall";
    equation
      y = S1 + (if t < TD1 then 0 else (S2 - S1)*(1 - exp(-(t - TD1)/TC1))) - (if t < TD2 then 0 else (S2 - S1)*(1 - exp(-(t - TD2)/TC2)));
      annotation (Icon(graphics={Line(points={{-80, -60}, {-60, 0}, {-30, 40}, {0, 50}, {20, 0}, {50, -45}, {80, -58}}, color={120, 60, 0})}));
    end EXP;

    block PULSE "Pulses with ramps"
      extends Waveform(final initialValue=S1);
      parameter Real S1 = 0 "Level between pulses";
      parameter Real S2 = 1 "Level of pulses";
      parameter Units.Time TD = 0 "Start of the first pulse";
      parameter Units.Time TR = 0.1 "Length of the rise";
      parameter Units.Time PW = 0.3 "Length of the top";
      parameter Units.Time TF = 0.1 "Length of the fall";
      parameter Units.Time PER = 1 "Time from pulse to pulse";
    protected
      Units.Time s = if t < TD then 0 else t - TD - PER*floor((t - TD)/PER) "Time in the period";
    equation
      y = S1 + (S2 - S1)*(if t < TD then 0 elseif s < TR then s/TR elseif s < TR + PW then 1 elseif s < TR + PW + TF then (TR + PW + TF - s)/TF else 0);
      annotation (Icon(graphics={Line(points={{-80, -60}, {-50, 60}, {-10, 60}, {20, -60}, {40, -60}, {70, 60}, {80, 60}}, color={120, 60, 0})}));
    end PULSE;

    block PWL "Straight lines between corners"
      extends Waveform(final initialValue=signalCorners[1]);
      parameter Real signalCorners[:] = {0, 1} "Values";
      parameter Units.Time timeCorners[size(signalCorners, 1)] = {0, 1} "Times";
    equation
      y = if t < timeCorners[1] then signalCorners[1] elseif t >= timeCorners[end] then signalCorners[end] else Blocks.Tables.linear(timeCorners, signalCorners, t);
      annotation (Icon(graphics={Line(points={{-80, -60}, {-40, 20}, {0, 0}, {40, 60}, {80, 60}}, color={120, 60, 0})}));
    end PWL;
  end Waveforms;

  partial model Source "What sources of voltage and current share"
    extends TwoPin;
    parameter Real DC = 0 "Value of the operating point";
    parameter Real AC_mag = 0 "Amplitude of the small signal";
    parameter Units.Angle AC_phase = 0 "Phase of the small signal";
    replaceable Waveforms.Hold waveform(initialValue=DC) constrainedby Waveforms.Waveform "In the transient" annotation (choicesAllMatching=true);
  protected
    Real level = control.ramp*(if control.analysis == Analysis.TRAN then waveform.initialValue else DC) "Value on the way to the operating point";
    Real large = if control.tran then waveform.y elseif control.bias then level else 0 "Value in the large-signal circuit";
  equation
    waveform.t = control.timeTran;
    p.iDC = iDC;
    n.iDC = -iDC;
    annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={120, 60, 0}), Line(points={{-90, 0}, {-50, 0}}, color={120, 60, 0}), Line(points={{50, 0}, {90, 0}}, color={120, 60, 0})}));
  end Source;

  model VSource "Source of voltage"
    extends Source(DC(unit="V"), AC_mag(unit="V"), level(unit="V"), large(unit="V"));
    Units.Power dissipated = -vDC*iDC "Power that the source gives, static";
  protected
    constant Units.Resistance unitResistance = 1;
  equation
    0 = if control.transfer then iDC*unitResistance else vDC - (if control.static then level else 0);
    vTran = large;
    vRe = if control.ac then AC_mag*cos(AC_phase) else 0;
    vIm = if control.ac then AC_mag*sin(AC_phase) else 0;
    annotation (Icon(graphics={Line(points={{-30, 0}, {-10, 0}}, color={120, 60, 0}), Line(points={{-20, 10}, {-20, -10}}, color={120, 60, 0}), Line(points={{10, 0}, {30, 0}}, color={120, 60, 0})}));
  end VSource;

  model ISource "Source of current"
    extends Source(DC(unit="A"), AC_mag(unit="A"), level(unit="A"), large(unit="A"));
  protected
    constant Units.Conductance unitConductance = 1;
  equation
    0 = if control.transfer then vDC*unitConductance else iDC - (if control.static then level else 0);
    iTran = large;
    iRe = if control.ac then AC_mag*cos(AC_phase) else 0;
    iIm = if control.ac then AC_mag*sin(AC_phase) else 0;
    annotation (Icon(graphics={Line(points={{-30, 0}, {30, 0}}, color={120, 60, 0}), Polygon(points={{30, 0}, {10, 10}, {10, -10}, {30, 0}}, lineColor={120, 60, 0}, fillColor={120, 60, 0}, fillPattern=FillPattern.Solid)}));
  end ISource;

  model Diode "Junction with a capacitance"
    extends TwoPin(vTran(start=0, fixed=true));
    parameter Units.Current IS = 1e-14 "Saturation current";
    parameter Real N = 1 "Emission coefficient";
    parameter Units.Voltage Vt = 0.02585 "Thermal voltage";
    parameter Units.Conductance GMIN = 1e-12 "Conductance beside the junction";
    parameter Units.Capacitance C = 1e-12 "Capacitance";
    Units.Conductance g "Small-signal conductance at the operating point";
  equation
    when control.tran then
      reinit(vTran, if control.skipInitial then 0 else vDC);
    end when;
    iDC = Electrical.Semiconductors.junction(vDC, IS, N*Vt) + control.scaleGmin*GMIN*vDC;
    p.iDC = iDC;
    n.iDC = -iDC;
    iTran = Electrical.Semiconductors.junction(vTran, IS, N*Vt) + GMIN*vTran + C*der(vTran);
    g = Electrical.Semiconductors.junctionConductance(vDC, IS, N*Vt) + GMIN;
    iRe = g*vRe - 2*Constants.pi*control.freq*C*vIm;
    iIm = g*vIm + 2*Constants.pi*control.freq*C*vRe;
    annotation (Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={120, 60, 0}), Polygon(points={{-35, 40}, {-35, -40}, {35, 0}, {-35, 40}}, lineColor={120, 60, 0}), Line(points={{35, 40}, {35, -40}}, color={120, 60, 0})}));
  end Diode;

  model MOS "Level-1 transistor of Shichman and Hodges, n or p channel"
    outer Control control;
    parameter Boolean pChannel = false "p channel" annotation (Evaluate=true);
    parameter Electrical.Semiconductors.MosParameters data "Parameters" annotation (choicesAllMatching=true);
    parameter Units.Capacitance Cgs = 1e-15 "Capacitance from gate to source";
    parameter Units.Capacitance Cgd = 1e-15 "Capacitance from gate to drain";
    Pin d "Drain" annotation (Placement(transformation(extent={{90, 50}, {110, 70}})));
    Pin g "Gate" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Pin s "Source" annotation (Placement(transformation(extent={{90, -70}, {110, -50}})));
    Pin b "Bulk" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    parameter Units.Resistance RG = 1 "Resistance of the gate";
    parameter Units.Resistance RD = 1 "Resistance of the drain";
    Units.Current IDC "Current from drain to source, static";
    Units.Current ITran "Current from drain to source, large signal";
    Real gain[3](each unit="S") "Small-signal conductances: of the gate, the drain, the bulk";
    Units.Voltage dDC "Potential behind the resistance of the drain, static";
    Units.Voltage gate "Potential behind the resistance of the gate, large signal";
    Units.Voltage drain "Potential behind the resistance of the drain, large signal";
    Units.Voltage vgs(start=0, fixed=true) "Voltage from gate to source, large signal";
    Units.Voltage vgd(start=0, fixed=true) "Voltage from gate to drain, large signal";
    Units.Voltage gAC[2] "Potential behind the resistance of the gate, small signal, real and imaginary part";
    Units.Voltage dAC[2] "Potential behind the resistance of the drain, small signal, real and imaginary part";
  protected
    final parameter Real sign = if pChannel then -1 else 1 "Of voltages and currents";
    Units.AngularVelocity w = 2*Constants.pi*control.freq "Angular frequency";
    Units.Current jg[2] "Small-signal current into the gate";
    Units.Current jd[2] "Small-signal current into the drain";
  equation
    vgs = gate - s.vTran;
    vgd = gate - drain;
    when control.tran then
      reinit(vgs, if control.skipInitial then 0 else g.vDC - s.vDC);
      reinit(vgd, if control.skipInitial then 0 else g.vDC - dDC);
    end when;
    IDC = sign*Electrical.Semiconductors.mosCurrent(sign*(g.vDC - s.vDC), sign*(dDC - s.vDC), sign*(b.vDC - s.vDC), data) + control.scaleGmin*data.GMIN*(dDC - s.vDC);
    d.vDC - dDC = RD*IDC;
    d.iDC = IDC;
    s.iDC = -IDC;
    g.iDC = 0;
    b.iDC = 0;
    ITran = sign*Electrical.Semiconductors.mosCurrent(sign*vgs, sign*(vgs - vgd), sign*(b.vTran - s.vTran), data) + data.GMIN*(vgs - vgd);
    g.vTran - gate = RG*g.iTran;
    d.vTran - drain = RD*d.iTran;
    g.iTran = Cgs*der(vgs) + Cgd*der(vgd);
    d.iTran = ITran - Cgd*der(vgd);
    s.iTran + d.iTran + g.iTran = 0;
    b.iTran = 0;
    gain = Electrical.Semiconductors.mosConductances(sign*(g.vDC - s.vDC), sign*(dDC - s.vDC), sign*(b.vDC - s.vDC), data);
    jg = {g.iRe, g.iIm};
    jd = {d.iRe, d.iIm};
    {g.vRe, g.vIm} - gAC = RG*jg;
    {d.vRe, d.vIm} - dAC = RD*jd;
    jg = w*(Cgs*{-(gAC[2] - s.vIm), gAC[1] - s.vRe} + Cgd*{-(gAC[2] - dAC[2]), gAC[1] - dAC[1]});
    jd = gain[1]*(gAC - {s.vRe, s.vIm}) + gain[2]*(dAC - {s.vRe, s.vIm}) + gain[3]*({b.vRe, b.vIm} - {s.vRe, s.vIm}) - w*Cgd*{-(gAC[2] - dAC[2]), gAC[1] - dAC[1]};
    s.iRe + d.iRe + g.iRe = 0;
    s.iIm + d.iIm + g.iIm = 0;
    b.iRe = 0;
    b.iIm = 0;
    annotation (
      Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={120, 60, 0}), Line(points={{-20, 50}, {-20, -50}}, color={120, 60, 0}), Line(points={{0, 60}, {0, -60}}, color={120, 60, 0}), Line(points={{0, 60}, {90, 60}}, color={120, 60, 0}), Line(points={{0, -60}, {90, -60}}, color={120, 60, 0}), Line(points={{0, 0}, {90, 0}}, color={120, 60, 0}), Text(extent={{-150, 120}, {150, 80}}, textString="%name", textColor={120, 60, 0})}),
      Documentation(info="<html><p>The junctions to the bulk are left out: the bulk belongs to the lowest, in a p channel to the highest potential. The capacitances do not depend on the voltages.</p></html>"));
  end MOS;
  annotation (Documentation(info="<html><p>A circuit of this package has an <code>inner Spice.Control control</code>, which runs one of the analyses of a SPICE program and then ends the simulation.</p>
<p>A. Urquia, S. Dormido: <em>DC, AC Small-Signal and Transient Analysis of Level 1 N-Channel MOSFET with Modelica</em>, 2002.</p></html>"));
end Spice;
