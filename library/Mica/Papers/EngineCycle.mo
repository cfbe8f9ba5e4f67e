within Mica.Papers;
package EngineCycle "Newman, Batteh, Tiller: Spark-Ignited-Engine Cycle Simulation in Modelica, 2002"
  extends Icons.Package;

  package Fuel "Methane, air and what they become when all of it burns"
    extends Gas.Media.Mixture(
      nS=5,
      names={"N2", "O2", "CH4", "CO2", "H2O"},
      M={Gas.Species.N2.M, Gas.Species.O2.M, Gas.Species.CH4.M, Gas.Species.CO2.M, Gas.Species.H2O.M},
      atoms={Gas.Species.N2.atoms, Gas.Species.O2.atoms, Gas.Species.CH4.atoms, Gas.Species.CO2.atoms, Gas.Species.H2O.atoms},
      low={Gas.Species.N2.low, Gas.Species.O2.low, Gas.Species.CH4.low, Gas.Species.CO2.low, Gas.Species.H2O.low},
      high={Gas.Species.N2.high, Gas.Species.O2.high, Gas.Species.CH4.high, Gas.Species.CO2.high, Gas.Species.H2O.high});

    function mixture "Mass fractions of methane and air"
      extends Icons.Function;
      input Real phi "Equivalence ratio: fuel over the fuel that the air can burn";
      output Units.MassFraction X[nS];
    protected
      Real amounts[nS] = {2*3.76, 2, phi, 0, 0} "For one mole of methane that could burn";
    algorithm
      X := amounts .* M/(amounts*M);
    end mixture;

    function burn "Mass fractions after all fuel has burnt for which there is oxygen"
      extends Icons.Function;
      input Units.MassFraction X[nS];
      output Units.MassFraction B[nS];
    protected
      Real burnt(unit="mol/kg") = min(X[3]/M[3], X[2]/(2*M[2])) "Methane that burns";
    algorithm
      B := X + burnt*{0, -2*M[2], -M[3], M[4], 2*M[5]};
    end burn;
  end Fuel;

  connector ZonePort "What a zone shows, and what is exchanged with it"
    Units.Pressure P "Pressure";
    flow Units.Volume V "Volume that the zone takes";
    Units.Temperature T "Temperature";
    flow Units.Power H "Energy into the zone: heat, and the enthalpy of what enters";
    Units.MassFraction X[Fuel.nS] "Mass fractions";
    flow Units.MassFlowRate S[Fuel.nS] "Species into the zone";
    annotation (Icon(graphics={Ellipse(extent={{-100, 100}, {100, -100}}, lineColor={170, 80, 0}, fillColor={240, 150, 60}, fillPattern=FillPattern.Solid)}));
  end ZonePort;

  model Zone "Homogeneous mixture of ideal gases, equations (1) to (8)"
    parameter Units.Volume V_start "Volume at the start";
    parameter Units.Pressure P_start "Pressure at the start";
    parameter Units.Temperature T_start "Temperature at the start";
    parameter Units.MassFraction X_start[Fuel.nS] "Mass fractions at the start";
    parameter Units.Mass m_nominal = 1e-4 "Mass of a species that matters";
    ZonePort port(P(start=P_start, nominal=1e6)) annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
    Units.Mass m[Fuel.nS](start=P_start*V_start/(T_start*(X_start*R))*X_start, each fixed=true, each nominal=m_nominal, each stateSelect=StateSelect.always) "Masses of the species";
    Units.Mass M(nominal=m_nominal) "Mass";
    Units.Temperature T(start=T_start, fixed=true, nominal=1000, stateSelect=StateSelect.always) "Temperature";
    Units.Volume V(start=V_start, nominal=m_nominal) "Volume";
    Units.SpecificEnthalpy h[Fuel.nS](each nominal=1e6) "Specific enthalpies of the species";
    Units.Energy U(nominal=100, stateSelect=StateSelect.never) "Internal energy";
  protected
    parameter Units.SpecificHeatCapacity R[Fuel.nS] = Constants.R ./ Fuel.M "Gas constants of the species";
  equation
    der(m) = port.S;
    M = sum(m);
    port.X = m/M;
    port.T = T;
    port.P*V = T*(m*R);
    h = Fuel.molarEnthalpies(T) ./ Fuel.M;
    U = m*(h - R*T);
    der(U) = port.H - port.P*der(V);
    V = port.V;
    annotation (Icon(graphics={Ellipse(extent={{-90, 90}, {90, -90}}, lineColor={170, 80, 0}, fillColor={252, 235, 215}, fillPattern=FillPattern.Solid), Text(extent={{-150, 140}, {150, 100}}, textString="%name", textColor={0, 0, 255})}));
  end Zone;

  model MixZones "Lets a second zone become a small part of the first within a short time: figure 7"
    parameter Units.Volume target "Volume that the second zone shrinks to";
    parameter Units.Time tau = 1e-4 "Time that it takes";
    Blocks.BooleanInput mix "Both are one gas" annotation (Placement(transformation(extent={{-20, 80}, {20, 120}})));
    ZonePort a "The first zone" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    ZonePort b "The second zone" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    Real dT(unit="K", stateSelect=StateSelect.never) "Difference of the temperatures";
    Real dX[Fuel.nS - 1](each stateSelect=StateSelect.never) "Differences of the mass fractions but one";
    Real dV(stateSelect=StateSelect.never) "Volume over its target, less 1";
    discrete Units.Time last(start=0, fixed=true) "When they are mixed";
    Real rate(unit="1/s") "Of the law ((t - last)/tau)^2";
  protected
    discrete Real dT0(unit="K", start=0, fixed=true);
    discrete Real dX0[Fuel.nS - 1](each start=0, each fixed=true);
    discrete Real dV0(start=0, fixed=true);
  equation
    a.P = b.P;
    a.V + b.V = 0;
    a.H + b.H = 0;
    a.S + b.S = zeros(Fuel.nS);
    dT = b.T - a.T;
    dX = b.X[1:Fuel.nS - 1] - a.X[1:Fuel.nS - 1];
    dV = -b.V/target - 1;
    rate = if time < last then 2*(time - last)/tau^2 else 0;
    if mix then
      der(dT) = dT0*rate;
      der(dX) = dX0*rate;
      der(dV) = dV0*rate;
    else
      b.H = 0;
      b.S = zeros(Fuel.nS);
    end if;
    when mix then
      dT0 = dT;
      dX0 = dX;
      dV0 = dV;
      last = time + tau;
    end when;
    annotation (
      Icon(graphics={Rectangle(extent={{-90, 60}, {90, -60}}, lineColor={170, 80, 0}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid), Line(points={{-60, 30}, {-20, 30}, {20, -30}, {60, -30}}, color={170, 80, 0}, smooth=Smooth.Bezier), Line(points={{-60, -30}, {-20, -30}, {20, 30}, {60, 30}}, color={170, 80, 0}, smooth=Smooth.Bezier), Text(extent={{-150, -70}, {150, -110}}, textString="%name", textColor={0, 0, 255})}),
      Documentation(info="<html><p>Differences follow <code>((t - last)/tau)^2</code>: a quarter is left at half the time. In between, and until the spark, the second zone has the temperature and the composition of the first one. The volumes of all zones change with one pressure.</p></html>"));
  end MixZones;

  model KernelBurn "Burns what is in a zone: figure 8"
    Blocks.BooleanInput burn "Now" annotation (Placement(transformation(extent={{-20, 80}, {20, 120}})));
    input Units.MassFlowRate rate "Mass that burns in a unit of time";
    ZonePort zone annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  protected
    discrete Units.MassFraction X[Fuel.nS](each start=0, each fixed=true) "Composition when it starts";
  equation
    zone.S = if burn then rate*(X - Fuel.burn(X)) else zeros(Fuel.nS);
    zone.H = 0;
    zone.V = 0;
    when burn then
      X = zone.X;
    end when;
    annotation (Icon(graphics={Polygon(points={{0, 80}, {50, 0}, {30, -60}, {-30, -60}, {-50, 0}, {0, 80}}, lineColor={200, 60, 0}, fillColor={255, 190, 90}, fillPattern=FillPattern.Solid, smooth=Smooth.Bezier), Text(extent={{-150, 140}, {150, 100}}, textString="%name", textColor={0, 0, 255})}));
  end KernelBurn;

  model Transfer "A flow of gas from one zone to another, burnt on its way or not: figure 9"
    parameter Boolean burns = true "It burns" annotation (Evaluate=true);
    input Units.MassFlowRate rate "From a to b";
    ZonePort a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    ZonePort b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  equation
    a.V = 0;
    b.V = 0;
    a.S = rate*a.X;
    b.S = -rate*(if burns then Fuel.burn(a.X) else a.X);
    a.H = rate*Fuel.specificEnthalpy(a.T, a.X);
    a.H + b.H = 0;
    annotation (Icon(graphics={Line(points={{-80, 0}, {70, 0}}, color={200, 60, 0}, thickness=1, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-150, 70}, {150, 30}}, textString="%name", textColor={0, 0, 255})}));
  end Transfer;

  model Surroundings "Piston, wall and valves, as a zone feels them"
    ZonePort zone annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
    input Units.Volume V = 0 "Volume that the zone takes of the chamber";
    input Units.Power H = 0 "Energy into the zone";
    input Units.MassFlowRate S[Fuel.nS] = zeros(Fuel.nS) "Species into the zone";
  equation
    zone.V = -V;
    zone.H = -H;
    zone.S = -S;
    annotation (Icon(graphics={Rectangle(extent={{-80, 60}, {80, -60}}, lineColor={60, 60, 60}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Line(points={{0, -60}, {0, -90}}, color={170, 80, 0}), Text(extent={{-150, 120}, {150, 80}}, textString="%name", textColor={0, 0, 255})}));
  end Surroundings;

  type Phase = enumeration(prepare "The mixture is prepared, zones are one gas", kernel "The small zone burns", grow "The burnt zone grows to the kernel of the spark", propagate "The flame propagates until the exhaust valve opens") "Of an engine cycle";

  model Cylinder "One cylinder with three zones at a constant speed"
    extends Icons.Example;
    parameter Units.AngularVelocity w = 1500*Constants.pi/30 "Speed";
    parameter Units.Length bore = 0.086 "Bore";
    parameter Units.Length stroke = 0.086 "Stroke";
    parameter Units.Length rod = 0.143 "Length of the connecting rod";
    parameter Real compression = 9 "Largest over smallest volume";
    parameter Real phi = 0.95 "Equivalence ratio";
    parameter Units.Pressure p_in = 0.9e5 "In the intake";
    parameter Units.Temperature T_in = 310 "In the intake";
    parameter Units.Pressure p_out = 1.05e5 "In the exhaust";
    parameter Units.Temperature T_out = 900 "In the exhaust";
    parameter Units.Temperature T_wall = 430 "Of the wall";
    parameter Real alpha(unit="W/(m2.K)") = 350 "Between gas and wall";
    parameter Units.Velocity flameSpeed = 6 "Of the flame into the unburnt gas";
    parameter Real layerShare = 0.15 "Of the burnt gas that enters the layer at the wall";
    parameter Units.Volume kernelVolume = 5.2e-10 "Of the kernel at the spark, a ball of 1 mm";
    parameter Units.Volume placeholder = 1e-10 "Of zones that wait for the next combustion";
    parameter Units.Time ignitionStep = 1e-6 "Of either step of the ignition";
    Zone unburned(V_start=V0 - 2*placeholder, P_start=p_in, T_start=360, X_start=fresh) annotation (Placement(transformation(extent={{-60, 30}, {-40, 50}})));
    Zone burned(V_start=placeholder, P_start=p_in, T_start=360, X_start=fresh, m_nominal=1e-6) annotation (Placement(transformation(extent={{20, 30}, {40, 50}})));
    Zone layer(V_start=placeholder, P_start=p_in, T_start=360, X_start=fresh, m_nominal=1e-6) annotation (Placement(transformation(extent={{70, 30}, {90, 50}})));
    MixZones mixBurned(target=placeholder, mix=phase == Phase.prepare) annotation (Placement(transformation(extent={{-20, -20}, {0, 0}})));
    MixZones mixLayer(target=placeholder, mix=phase == Phase.prepare) annotation (Placement(transformation(extent={{-20, -50}, {0, -30}})));
    KernelBurn kernel(burn=phase == Phase.kernel, rate=ignitionRate) annotation (Placement(transformation(extent={{20, 70}, {40, 90}})));
    Transfer flame(rate=burnRate) annotation (Placement(transformation(extent={{-20, 10}, {0, 30}})));
    Transfer intoLayer(burns=false, rate=layerShare*burnRate) annotation (Placement(transformation(extent={{45, 10}, {65, 30}})));
    Surroundings chamber(V=V, H=valves - heat[1], S=intake*fresh + back*exhaustX + (reverse + exhaust)*unburned.port.X) annotation (Placement(transformation(extent={{-60, 70}, {-40, 90}})));
    Surroundings wall(H=-heat[2]) annotation (Placement(transformation(extent={{70, 70}, {90, 90}})));
    Units.Angle angle "Of the crank, 0 at the upper dead centre of the combustion, -130 to 590 degrees";
    Units.Volume V(nominal=1e-4) "Of the chamber";
    Units.Pressure P(nominal=1e6) "Pressure";
    Units.MassFlowRate intake(nominal=0.01) "Fresh gas through the intake valve";
    Units.MassFlowRate reverse(nominal=0.01) "Gas back through the intake valve: negative";
    Units.MassFlowRate exhaust(nominal=0.01) "Out through the exhaust valve: negative";
    Units.Power valves "Enthalpy with it";
    Units.HeatFlowRate heat[2] "To the wall: from the unburnt gas, from the layer";
    Units.MassFlowRate burnRate "Of the flame";
    Phase phase(start=Phase.prepare, fixed=true) "Where in the cycle";
    discrete Units.MassFlowRate ignitionRate(start=0, fixed=true) "Of the two steps of the ignition";
    discrete Units.Time endOfStep(start=0, fixed=true) "Of a step of the ignition";
    Boolean spark "The spark plug fires";
    Boolean opens "The exhaust valve opens";
    Units.Mass entered(start=0, fixed=true, nominal=1e-4) "Through the valves";
    Units.Energy received(start=0, fixed=true, nominal=100) "Through valves, wall and piston";
    Units.Energy work(start=0, fixed=true, nominal=100) "To the piston";
    discrete Units.Energy workOfCycle(start=0, fixed=true) "Of the last whole cycle";
    discrete Real repeats(start=1, fixed=true) "Difference of the work of the last two cycles, over that work";
    Real massError "Mass that appears, over that of the charge";
    Real energyError "Energy that appears, over that of the fuel in the charge";
  protected
    final parameter Units.MassFraction fresh[Fuel.nS] = Fuel.mixture(phi);
    final parameter Units.Area A = Constants.pi/4*bore^2 "Of the piston";
    final parameter Units.Volume Vc = A*stroke/(compression - 1) "Smallest volume";
    final parameter Units.Volume V0 = position(-130*deg, A, Vc, stroke, rod);
    final parameter Units.SpecificEnthalpy h_in = Fuel.specificEnthalpy(T_in, fresh);
    final parameter Units.MassFraction exhaustX[Fuel.nS] = Fuel.burn(fresh) "What stands in the exhaust";
    final parameter Units.SpecificEnthalpy h_out = Fuel.specificEnthalpy(T_out, exhaustX);
    final parameter Units.Time period = 4*Constants.pi/w;
    discrete Units.Energy workDone(start=0, fixed=true) "When the last cycle was over";
    discrete Integer cycle(start=0, fixed=true) "Cycles that are over";
    constant Real deg = Constants.pi/180 "Degree";
    parameter Units.Area valveArea = 6e-4 "Largest effective area of a valve";
    parameter Units.SpecificHeatCapacity R[Fuel.nS] = Constants.R ./ Fuel.M "Gas constants of the species";
    Units.SpecificEnthalpy h "Of the unburnt gas";
    Units.MassFlowRate back(nominal=0.01) "Gas back through the exhaust valve";
    Units.Length radius "Of the flame, half a ball";
    parameter Units.Mass charge(fixed=false);
    parameter Units.Energy energy(fixed=false);
    function position "Volume of the chamber"
      extends Icons.Function;
      input Units.Angle angle;
      input Units.Area A;
      input Units.Volume Vc;
      input Units.Length stroke;
      input Units.Length rod;
      output Units.Volume V;
    algorithm
      V := Vc + A*(stroke/2*(1 - cos(angle)) + rod - sqrt(rod^2 - (stroke/2*sin(angle))^2));
      annotation (Inline=true);
    end position;

    function opening "Area of a valve: the square of a sine wave"
      extends Icons.Function;
      input Units.Angle angle;
      input Units.Angle opens;
      input Units.Angle closes;
      input Units.Area largest;
      output Units.Area area;
    algorithm
      area := if angle > opens and angle < closes then largest*sin(Constants.pi*(angle - opens)/(closes - opens))^2 else 0;
    end opening;

    function nozzle "Flow through an area, only from 1 to 2"
      extends Icons.Function;
      input Units.Pressure p1;
      input Units.Pressure p2;
      input Real RT(unit="J/kg");
      output Real flux(unit="kg/(m2.s)");
    algorithm
      flux := if p1 > p2 then p1/sqrt(RT)*Gas.Utilities.flowFunction(p2/p1, 1.35, 0.02) else 0;
    end nozzle;
  initial equation
    charge = unburned.M + burned.M + layer.M;
    energy = unburned.U + burned.U + layer.U;
  equation
    // The crank
    when sample(period, period) then
      cycle = pre(cycle) + 1;
      workDone = work;
      workOfCycle = work - pre(workDone);
      repeats = (workOfCycle - pre(workOfCycle))/workOfCycle;
    end when;
    angle = w*(time - cycle*period) - 130*deg;
    V = position(angle, A, Vc, stroke, rod);
    spark = sample(period*110/720, period);
    opens = sample(period*265/720, period);
    // Valves
    P = unburned.port.P;
    h = Fuel.specificEnthalpy(unburned.T, unburned.port.X);
    intake = opening(angle, 350*deg, 580*deg, valveArea)*nozzle(p_in, P, T_in*(fresh*R));
    reverse = -opening(angle, 350*deg, 580*deg, valveArea)*nozzle(P, p_in, unburned.T*(unburned.port.X*R));
    back = opening(angle, 135*deg, 370*deg, valveArea)*nozzle(p_out, P, T_out*(exhaustX*R));
    exhaust = -opening(angle, 135*deg, 370*deg, valveArea)*nozzle(P, p_out, unburned.T*(unburned.port.X*R));
    valves = intake*h_in + back*h_out + (reverse + exhaust)*h;
    // The wall: each zone touches it by its share of the volume, the burnt gas through its layer.
    heat[1] = alpha*(2*A + 4*V/bore)*unburned.V/V*(unburned.T - T_wall);
    heat[2] = alpha*(2*A + 4*V/bore)*(burned.V + layer.V)/V*(layer.T - T_wall);
    // The flame is half a ball; it finds less to burn where the unburnt gas is in corners.
    radius = (3*burned.V/(2*Constants.pi))^(1/3);
    burnRate = if phase == Phase.grow then ignitionRate else if phase == Phase.propagate then unburned.M/V*flameSpeed*2*Constants.pi*radius^2 else 0;
    // The phases of the cycle, figure 6
    when opens then
      phase = Phase.prepare;
    elsewhen spark then
      phase = Phase.kernel;
    elsewhen pre(phase) == Phase.kernel and time > pre(endOfStep) then
      phase = Phase.grow;
    elsewhen pre(phase) == Phase.grow and (time > pre(endOfStep) or burned.V > kernelVolume) then
      phase = Phase.propagate;
    end when;
    when {phase == Phase.kernel, phase == Phase.grow} then
      endOfStep = time + ignitionStep;
      ignitionRate = burned.M*(if phase == Phase.kernel then 1 else 2*kernelVolume/burned.V - 1)/ignitionStep;
    end when;
    // Balances
    der(entered) = intake + reverse + back + exhaust;
    der(work) = P*der(V);
    der(received) = valves - sum(heat) - P*der(V);
    massError = (unburned.M + burned.M + layer.M - charge - entered)/charge;
    energyError = (unburned.U + burned.U + layer.U - energy - received)/(charge*fresh[3]*5e7);
    connect(chamber.zone, unburned.port) annotation (Line(points={{-50, 70}, {-50, 60}, {-70, 60}, {-70, 30}, {-50, 30}}, color={170, 80, 0}));
    connect(unburned.port, flame.a) annotation (Line(points={{-50, 30}, {-50, 20}, {-20, 20}}, color={170, 80, 0}));
    connect(flame.b, burned.port) annotation (Line(points={{0, 20}, {30, 20}, {30, 30}}, color={170, 80, 0}));
    connect(kernel.zone, burned.port) annotation (Line(points={{30, 70}, {30, 60}, {10, 60}, {10, 20}, {30, 20}, {30, 30}}, color={170, 80, 0}));
    connect(burned.port, intoLayer.a) annotation (Line(points={{30, 30}, {30, 20}, {45, 20}}, color={170, 80, 0}));
    connect(intoLayer.b, layer.port) annotation (Line(points={{65, 20}, {80, 20}, {80, 30}}, color={170, 80, 0}));
    connect(wall.zone, layer.port) annotation (Line(points={{80, 70}, {80, 60}, {95, 60}, {95, 20}, {80, 20}, {80, 30}}, color={170, 80, 0}));
    connect(unburned.port, mixBurned.a) annotation (Line(points={{-50, 30}, {-50, -10}, {-20, -10}}, color={170, 80, 0}));
    connect(mixBurned.b, burned.port) annotation (Line(points={{0, -10}, {30, -10}, {30, 30}}, color={170, 80, 0}));
    connect(unburned.port, mixLayer.a) annotation (Line(points={{-50, 30}, {-50, -40}, {-20, -40}}, color={170, 80, 0}));
    connect(mixLayer.b, layer.port) annotation (Line(points={{0, -40}, {80, -40}, {80, 30}}, color={170, 80, 0}));
    annotation (
      experiment(StopTime=0.8, Interval=1e-4, Tolerance=1e-8),
      Documentation(info="<html>
<p>The paper runs one cylinder for ten cycles at 1500 rpm with a slightly lean mixture; the temperatures of the zones are equal while the mixture is prepared, the burnt zone gets hotter than 2600 K, the unburnt one 900 K, the layer at the wall is in between, and the tenth cycle is like the ninth.
It prints no data of the engine; these are chosen. The fuel is methane and burns completely.</p>
<p>All zones exist all the time. Until the spark the burnt zone and the layer are small parts of the charge; at the spark the small zone burns, grows to the kernel of the spark, and the flame propagates. When the exhaust valve opens the zones are mixed within 0.1 ms.</p>
</html>"));
  end Cylinder;

  model Mixing "Two zones become one"
    extends Icons.Example;
    Zone first(V_start=4e-4, P_start=4e5, T_start=600, X_start=fresh) annotation (Placement(transformation(extent={{-60, 10}, {-40, 30}})));
    Zone second(V_start=1e-4, P_start=4e5, T_start=2300, X_start=Fuel.burn(fresh), m_nominal=1e-6) annotation (Placement(transformation(extent={{40, 10}, {60, 30}})));
    MixZones mixing(target=1e-10, mix=time > 1e-4) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Surroundings vessel(V=5e-4) annotation (Placement(transformation(extent={{-60, 50}, {-40, 70}})));
    Real left[3] "Of the differences of temperature, fuel and volume";
    Units.Energy lost "Energy of both zones that is lost: none";
  protected
    final parameter Units.MassFraction fresh[Fuel.nS] = Fuel.mixture(1);
    parameter Real dT0(unit="K", fixed=false);
    parameter Real dX0(fixed=false);
    parameter Real dV0(fixed=false);
    parameter Units.Energy energy(fixed=false);
  initial equation
    dT0 = mixing.dT;
    dX0 = mixing.dX[3];
    dV0 = mixing.dV;
    energy = first.U + second.U;
  equation
    left = {mixing.dT/dT0, mixing.dX[3]/dX0, mixing.dV/dV0};
    lost = energy - first.U - second.U;
    connect(vessel.zone, first.port) annotation (Line(points={{-50, 50}, {-50, 40}, {-70, 40}, {-70, 10}, {-50, 10}}, color={170, 80, 0}));
    connect(first.port, mixing.a) annotation (Line(points={{-50, 10}, {-50, 0}, {-10, 0}}, color={170, 80, 0}));
    connect(mixing.b, second.port) annotation (Line(points={{10, 0}, {50, 0}, {50, 10}}, color={170, 80, 0}));
    annotation (experiment(StopTime=3e-4, Interval=1e-6, Tolerance=1e-10), Documentation(info="<html><p>Nothing leaves the vessel: of all differences a quarter is left at half the time, and the energy stays.</p></html>"));
  end Mixing;

  package Hermite "Interpolation in three dimensions with continuous gradients, equations (33) and (34)"
    extends Icons.Package;

    function blend "The four cubic polynomials and their derivatives"
      extends Icons.Function;
      input Real u "Place in the cell, 0 to 1";
      output Real F[2, 4];
    algorithm
      F := [2*u^3 - 3*u^2 + 1, -2*u^3 + 3*u^2, u^3 - 2*u^2 + u, u^3 - u^2; 6*u^2 - 6*u, -6*u^2 + 6*u, 3*u^2 - 4*u + 1, 3*u^2 - 2*u];
    end blend;

    function cell "In which part of an axis a value lies"
      extends Icons.Function;
      input Real axis[:] "Rising";
      input Real x;
      output Integer k;
    protected
      Integer high = size(axis, 1);
      Integer middle;
    algorithm
      k := 1;
      while high - k > 1 loop
        middle := div(k + high, 2);
        if x < axis[middle] then
          high := middle;
        else
          k := middle;
        end if;
      end while;
    end cell;

    function gradient "Value and three derivatives"
      extends Icons.Function;
      input Real x[3] "Where";
      input Real a[:] "First axis";
      input Real b[:] "Second axis";
      input Real c[:] "Third axis";
      input Real data[size(a, 1), size(b, 1), size(c, 1), 2, 2, 2] "At each point of the grid: the value and its derivatives; the last three subscripts are 2 for a derivative along the axis";
      output Real p[4];
    protected
      Integer k[3] = {cell(a, x[1]), cell(b, x[2]), cell(c, x[3])};
      Real h[3] = {a[k[1] + 1] - a[k[1]], b[k[2] + 1] - b[k[2]], c[k[3] + 1] - c[k[3]]};
      Real F[2, 4] = blend((x[1] - a[k[1]])/h[1]);
      Real G[2, 4] = blend((x[2] - b[k[2]])/h[2]);
      Real H[2, 4] = blend((x[3] - c[k[3]])/h[3]);
      Real d;
    algorithm
      p := zeros(4);
      for l in 0:1 loop
        for m in 0:1 loop
          for n in 0:1 loop
            for i in 1:2 loop
              for j in 1:2 loop
                for q in 1:2 loop
                  d := data[k[1] + l, k[2] + m, k[3] + n, i, j, q]*h[1]^(i - 1)*h[2]^(j - 1)*h[3]^(q - 1);
                  p := p + d*{F[1, 2*i - 1 + l]*G[1, 2*j - 1 + m]*H[1, 2*q - 1 + n], F[2, 2*i - 1 + l]*G[1, 2*j - 1 + m]*H[1, 2*q - 1 + n]/h[1], F[1, 2*i - 1 + l]*G[2, 2*j - 1 + m]*H[1, 2*q - 1 + n]/h[2], F[1, 2*i - 1 + l]*G[1, 2*j - 1 + m]*H[2, 2*q - 1 + n]/h[3]};
                end for;
              end for;
            end for;
          end for;
        end for;
      end for;
    end gradient;

    function value "The interpolated value"
      extends Icons.Function;
      input Real x[3];
      input Real a[:];
      input Real b[:];
      input Real c[:];
      input Real data[size(a, 1), size(b, 1), size(c, 1), 2, 2, 2];
      output Real p;
    protected
      Real all[4] = gradient(x, a, b, c, data);
    algorithm
      p := all[1];
      annotation (derivative(noDerivative=a, noDerivative=b, noDerivative=c, noDerivative=data)=value_der);
    end value;

    function value_der "Its rate of change"
      extends Icons.Function;
      input Real x[3];
      input Real a[:];
      input Real b[:];
      input Real c[:];
      input Real data[size(a, 1), size(b, 1), size(c, 1), 2, 2, 2];
      input Real x_der[3];
      output Real p_der;
    protected
      Real all[4] = gradient(x, a, b, c, data);
    algorithm
      p_der := all[2:4]*x_der;
    end value_der;
    annotation (Documentation(info="<html><p>Each cell needs eight numbers at each of its eight corners, 64 in all. A polynomial of third degree in each variable is interpolated exactly.</p></html>"));
  end Hermite;

  model Interpolation "A polynomial that the interpolation must give back"
    extends Icons.Example;
    parameter Real axis[3] = {0, 0.7, 2} "Of all three variables";
    parameter Real table[3, 3, 3, 2, 2, 2] = {{{{{{f(a, i)*g(b, j)*h(c, q) for q in 0:1} for j in 0:1} for i in 0:1} for c in axis} for b in axis} for a in axis} "The polynomial and its derivatives";
    Real x[3] = {time, 2 - time, 0.5 + 0.5*time} "Where";
    Real p = Hermite.value(x, axis, axis, axis, table) "Interpolated";
    Real rate = der(p) "Its rate of change";
    Real difference[2] = {p - f(x[1], 0)*g(x[2], 0)*h(x[3], 0), rate - (f(x[1], 1)*g(x[2], 0)*h(x[3], 0) - f(x[1], 0)*g(x[2], 1)*h(x[3], 0) + 0.5*f(x[1], 0)*g(x[2], 0)*h(x[3], 1))} "From the polynomial: none";
  protected
    function f "A polynomial or its derivative"
      extends Icons.Function;
      input Real x;
      input Integer n;
      output Real y;
    algorithm
      y := if n == 0 then 1 + x + 2*x^2 - x^3 else 1 + 4*x - 3*x^2;
    end f;

    function g "A polynomial or its derivative"
      extends Icons.Function;
      input Real x;
      input Integer n;
      output Real y;
    algorithm
      y := if n == 0 then 2 - x + x^3 else -1 + 3*x^2;
    end g;

    function h "A polynomial or its derivative"
      extends Icons.Function;
      input Real x;
      input Integer n;
      output Real y;
    algorithm
      y := if n == 0 then 1 + x^2 - 0.5*x^3 else 2*x - 1.5*x^2;
    end h;
    annotation (experiment(StopTime=2, Interval=0.01), Documentation(info="<html><p>The paper keeps properties of burnt gas in such tables, because chemical equilibrium takes long to compute; see <a href=\"modelica://Mica.Gas.Examples\">Gas.Examples</a> for the equilibrium itself.</p></html>"));
  end Interpolation;
end EngineCycle;
