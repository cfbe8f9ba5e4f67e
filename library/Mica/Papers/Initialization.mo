within Mica.Papers;
package Initialization "Mattsson, Elmqvist, Otter, Olsson: Initialization of Hybrid Differential-Algebraic Equations in Modelica 2.0, 2002"
  extends Icons.Package;

  model Given "A state that starts from a value"
    extends Icons.Example;
    parameter Real a(unit="1/s") = -1 "Rate";
    parameter Real b(unit="1/s") = 1 "Push";
    parameter Real x0 = 0.5 "Start";
    Real x(start=x0, fixed=true) "State";
  equation
    der(x) = a*x + b;
    annotation (experiment(StopTime=1, Interval=0.1, Tolerance=1e-9), Documentation(info="<html><p>The first example of the paper: at the start x and its derivative are 0.5.</p></html>"));
  end Given;

  model Chosen "A state that starts from a value or at rest, as parameters say"
    extends Icons.Example;
    parameter Boolean steadyState = true "Starts at rest" annotation (Evaluate=true);
    parameter Boolean fixed = false "Starts from x0, unless at rest" annotation (Evaluate=true);
    parameter Real x0 = 0.5 "Start";
    Real x(start=x0, fixed=fixed and not steadyState) "State";
  initial equation
    if steadyState then
      der(x) = 0;
    end if;
  equation
    der(x) = 1 - x;
    annotation (experiment(StopTime=1, Interval=0.1, Tolerance=1e-9));
  end Chosen;

  model ChosenValue "The same, started from a value"
    extends Chosen(steadyState=false, fixed=true);
    annotation (experiment(StopTime=1, Interval=0.1, Tolerance=1e-9));
  end ChosenValue;

  model Aircraft "Flies level with a given speed: a state and derivatives are given"
    extends Icons.Example;
    parameter Units.Mass m = 1000 "Mass";
    parameter Real lift(unit="N.s2/m2") = 20 "Lift per angle of attack and square of speed";
    parameter Real drag(unit="N.s2/m2") = 0.1 "Drag per square of speed";
    parameter Real induced(unit="N.s2/m2") = 2 "Drag per squares of speed and angle of attack";
    parameter Units.Angle alpha(fixed=false, start=0.05) "Angle of attack";
    parameter Units.Force thrust(fixed=false, start=1000) "Thrust";
    Units.Velocity v(start=100, fixed=true) "Speed";
    Units.Angle gamma(start=0, fixed=true) "Angle of the path";
    Units.Position h(start=1000, fixed=true) "Height";
  protected
    constant Units.Acceleration g = 9.81;
  initial equation
    der(v) = 0;
    der(gamma) = 0;
  equation
    m*der(v) = thrust - (drag + induced*alpha^2)*v^2 - m*g*sin(gamma);
    m*v*der(gamma) = lift*alpha*v^2 - m*g*cos(gamma);
    der(h) = v*sin(gamma);
    annotation (experiment(StopTime=100, Interval=1, Tolerance=1e-8), Documentation(info="<html><p>At 100 m/s the angle of attack must be <code>m*g/(lift*v^2)</code> = 0.04905 and the thrust <code>(drag + induced*alpha^2)*v^2</code> = 1048.1 N.</p></html>"));
  end Aircraft;

  model PowerLoad "A load whose resistance follows from its power"
    extends Icons.Example;
    Electrical.ConstantVoltage source(V=100) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor line(R=10) annotation (Placement(transformation(extent={{-30, 30}, {-10, 50}})));
    Electrical.Resistor load(R(fixed=false, start=30)) annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
    parameter Units.Power P0 = 200 "Power of the load";
  initial equation
    load.v*load.i = P0;
  equation
    connect(source.p, line.p) annotation (Line(points={{-60, 10}, {-60, 40}, {-30, 40}}, color={0, 0, 255}));
    connect(line.n, load.p) annotation (Line(points={{-10, 40}, {40, 40}, {40, 10}}, color={0, 0, 255}));
    connect(load.n, ground.p) annotation (Line(points={{40, -10}, {40, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
    annotation (experiment(StopTime=1, Interval=0.5, Tolerance=1e-8), Documentation(info="<html><p>Of two resistances that take 200 W, 26.18 and 3.82 Ohm, the start value chooses the first.</p></html>"));
  end PowerLoad;

  function sineData "What the paper reads from a file"
    extends Icons.Function;
    output Real A "Amplitude";
    output Real w "Factor of the angle";
  algorithm
    A := 2;
    w := 0.5;
  end sineData;

  model FromFunction "Parameters that a function gives"
    extends Icons.Example;
    parameter Real A(fixed=false) "Amplitude";
    parameter Real w(fixed=false) "Factor of the angle";
    Real x(start=1, fixed=true) "State";
  initial equation
    (A, w) = sineData();
  equation
    der(x) = -A*sin(w*x);
    annotation (experiment(StopTime=1, Interval=0.1, Tolerance=1e-9), Documentation(info="<html><p><code>tan(w*x/2)</code> decays with the rate <code>A*w</code>, which is 1 here.</p></html>"));
  end FromFunction;

  model DiscreteStart "A discrete variable has its start value until it is set"
    extends Icons.Example;
    parameter Units.Time t1 = 1 "When it is set";
    discrete Real u(start=0, fixed=true) "Discrete variable";
    Real x(start=0, fixed=true) "State";
  equation
    when time > t1 then
      u = 2;
    end when;
    der(x) = -x + u;
    annotation (experiment(StopTime=2, Interval=0.1, Tolerance=1e-9));
  end DiscreteStart;

  model Backlash "A steady start in a backlash, made unique"
    extends Icons.Example;
    parameter Units.MomentOfInertia J = 1 "Moment of inertia";
    parameter Units.RotationalStiffness c = 100 "Stiffness";
    parameter Units.Angle gap = 0.1 "Width of the backlash";
    Units.Angle phi(start=0.01) "Angle";
    Units.AngularVelocity w(start=0, fixed=true) "Speed";
    Units.Torque tau "Torque of the spring";
    Units.Torque push = if time < 1 then 0 else 2 "Torque from outside";
  protected
    constant Units.RotationalDamping unitDamping = 1;
  initial equation
    der(w) = 0;
  equation
    der(phi) = w;
    J*der(w) = push - tau - 20*w*unitDamping;
    tau = if initial() then c*phi else c*smooth(0, if phi > gap/2 then phi - gap/2 elseif phi < -gap/2 then phi + gap/2 else 0);
    annotation (experiment(StopTime=11, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>At rest any angle within the backlash is a solution. With the smooth curve at the start the angle is 0; after a push of 2 N.m it is <code>gap/2 + 2/c</code> = 0.07 rad.</p></html>"));
  end Backlash;
  annotation (Documentation(info="<html><p>The examples of the paper in their order. The pendulums are <a href=\"modelica://Mica.Examples.PolarPendulum\">PolarPendulum</a> and <a href=\"modelica://Mica.Examples.PolarPendulumLength\">PolarPendulumLength</a>, the four variants of the controller are in <a href=\"modelica://Mica.Examples.DiscretePI\">DiscretePI</a>.</p></html>"));
end Initialization;
