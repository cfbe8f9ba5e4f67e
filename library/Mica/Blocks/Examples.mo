within Mica.Blocks;
package Examples "Blocks at work"
  extends Icons.Package;

  model LinearSystems "The answers of linear systems to a step"
    extends Icons.Example;
    Step step annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Continuous.SecondOrder second(w=2, D=0.5) annotation (Placement(transformation(extent={{-30, 70}, {-10, 90}})));
    Continuous.TransferFunction fraction(b={1, 2}, a={1, 3, 2}) annotation (Placement(transformation(extent={{-30, 40}, {-10, 60}})));
    Continuous.StateSpace states(A=[0, 1; -4, -2], B=[0; 4], C=[1, 0]) annotation (Placement(transformation(extent={{-30, 10}, {-10, 30}})));
    Continuous.Derivative derivative(T=0.5) annotation (Placement(transformation(extent={{-30, -20}, {-10, 0}})));
    Continuous.Washout washout(k=2, T=2, steadyState=false) annotation (Placement(transformation(extent={{-30, -50}, {-10, -30}})));
    Continuous.LeadLag lead(T1=0.5, T2=2, steadyState=false) annotation (Placement(transformation(extent={{-30, -80}, {-10, -60}})));
    Continuous.Delay delay(delayTime=1.5) annotation (Placement(transformation(extent={{30, 70}, {50, 90}})));
  equation
    connect(step.y, second.u) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, 80}}, color={0, 0, 127}));
    connect(step.y, fraction.u) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, 50}}, color={0, 0, 127}));
    connect(step.y, states.u[1]) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, 20}}, color={0, 0, 127}));
    connect(step.y, derivative.u) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, -10}}, color={0, 0, 127}));
    connect(step.y, washout.u) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, -40}}, color={0, 0, 127}));
    connect(step.y, lead.u) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, -70}}, color={0, 0, 127}));
    connect(second.y, delay.u) annotation (Line(points={{-9, 80}, {28, 80}}, color={0, 0, 127}));
    annotation (experiment(StopTime=5, Interval=0.05, Tolerance=1e-9), Documentation(info="<html><p>Each has a closed form: <code>second</code> and <code>states</code> are the same oscillator, the numerator of <code>fraction</code> cancels a pole, so that it is <code>1 - exp(-t)</code>, and
<code>delay</code> is the oscillator 1.5 s before.</p></html>"));
  end LinearSystems;

  model ControlledLag "A controller with limits brings a lag to its reference"
    extends Icons.Example;
    Step reference(height=1, startTime=1) annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Continuous.PID controller(k=4, Ti=1, Td=0.1, upper=1.5) annotation (Placement(transformation(extent={{-40, -10}, {-20, 10}})));
    FirstOrder plant(T=2) annotation (Placement(transformation(extent={{20, -10}, {40, 10}})));
  equation
    connect(reference.y, controller.reference) annotation (Line(points={{-69, 0}, {-42, 0}}, color={0, 0, 127}));
    connect(controller.y, plant.u) annotation (Line(points={{-19, 0}, {18, 0}}, color={0, 0, 127}));
    connect(plant.y, controller.measured) annotation (Line(points={{41, 0}, {-30, 0}, {-30, -12}}, color={0, 0, 127}));
    annotation (experiment(StopTime=20, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>The controller's output stays at its limit at first. The integral part does not grow meanwhile, and the plant comes to rest at the reference.</p></html>"));
  end ControlledLag;

  model Sampling "Sampled systems and counters"
    extends Icons.Example;
    Sources.Clock clock annotation (Placement(transformation(extent={{-90, 30}, {-70, 50}})));
    Discrete.UnitDelay before(samplePeriod=0.5) annotation (Placement(transformation(extent={{-30, 70}, {-10, 90}})));
    Discrete.MovingMean mean(samplePeriod=0.5, n=4) annotation (Placement(transformation(extent={{-30, 40}, {-10, 60}})));
    Discrete.TransferFunction filter(samplePeriod=0.5, b={0.5}, a={1, -0.5}) "y[k] = 0.5*y[k - 1] + 0.5*u[k - 1]" annotation (Placement(transformation(extent={{-30, 10}, {-10, 30}})));
    Sine sine(f=1) annotation (Placement(transformation(extent={{-90, -50}, {-70, -30}})));
    Logical.Hysteresis hysteresis(lower=-0.5, upper=0.5) annotation (Placement(transformation(extent={{-50, -50}, {-30, -30}})));
    Logical.Counter counter annotation (Placement(transformation(extent={{-10, -50}, {10, -30}})));
    Logical.Timer timer annotation (Placement(transformation(extent={{-10, -80}, {10, -60}})));
    Logical.OnDelay late(delayTime=0.3) annotation (Placement(transformation(extent={{-10, -20}, {10, 0}})));
    Discrete.TriggeredSampler last annotation (Placement(transformation(extent={{50, -20}, {70, 0}})));
  equation
    connect(clock.y, before.u) annotation (Line(points={{-69, 40}, {-32, 40}, {-32, 80}}, color={0, 0, 127}));
    connect(clock.y, mean.u) annotation (Line(points={{-69, 40}, {-32, 40}, {-32, 50}}, color={0, 0, 127}));
    connect(clock.y, filter.u) annotation (Line(points={{-69, 40}, {-32, 40}, {-32, 20}}, color={0, 0, 127}));
    connect(sine.y, hysteresis.u) annotation (Line(points={{-69, -40}, {-52, -40}}, color={0, 0, 127}));
    connect(hysteresis.y, counter.u) annotation (Line(points={{-29, -40}, {-12, -40}}, color={170, 0, 170}));
    connect(hysteresis.y, timer.u) annotation (Line(points={{-29, -40}, {-12, -40}, {-12, -70}}, color={170, 0, 170}));
    connect(hysteresis.y, late.u) annotation (Line(points={{-29, -40}, {-12, -40}, {-12, -10}}, color={170, 0, 170}));
    connect(clock.y, last.u) annotation (Line(points={{-69, 40}, {48, 40}, {48, -10}}, color={0, 0, 127}));
    connect(late.y, last.trigger) annotation (Line(points={{11, -10}, {60, -10}, {60, -22}}, color={170, 0, 170}));
    annotation (experiment(StopTime=5, Interval=0.01, Tolerance=1e-8), Documentation(info="<html><p>The sine passes 0.5 upward at 1/12 s of each period and -0.5 downward at 7/12 s.</p></html>"));
  end Sampling;

  model Lookup "Tables and sources of time"
    extends Icons.Example;
    Sources.Clock clock annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Tables.Table1D straight(x={0, 1, 3, 4}, values={0, 2, 2, -1}) annotation (Placement(transformation(extent={{-30, 50}, {-10, 70}})));
    Tables.Table1D smoothed(x={0, 1, 3, 4}, values={0, 2, 2, -1}, smoothed=true) annotation (Placement(transformation(extent={{-30, 20}, {-10, 40}})));
    Tables.Table2D grid(x1={0, 2, 4}, x2={0, 4}, values=[0, 4; 2, 6; 4, 8]) "u1 + u2" annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Tables.TimeTable pieces(t={0, 1, 2, 2, 4}, values={0, 1, 1, 3, 0}) annotation (Placement(transformation(extent={{-90, -70}, {-70, -50}})));
    Integrator area annotation (Placement(transformation(extent={{-30, -70}, {-10, -50}})));
    Sources.Trapezoid trapezoid(rising=0.25, width=0.25, falling=0.5, period=2) annotation (Placement(transformation(extent={{-90, 50}, {-70, 70}})));
    Integrator sum annotation (Placement(transformation(extent={{30, 50}, {50, 70}})));
  equation
    connect(clock.y, straight.u) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, 60}}, color={0, 0, 127}));
    connect(clock.y, smoothed.u) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, 30}}, color={0, 0, 127}));
    connect(clock.y, grid.u1) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, 6}}, color={0, 0, 127}));
    connect(clock.y, grid.u2) annotation (Line(points={{-69, 0}, {-32, 0}, {-32, -6}}, color={0, 0, 127}));
    connect(pieces.y, area.u) annotation (Line(points={{-69, -60}, {-32, -60}}, color={0, 0, 127}));
    connect(trapezoid.y, sum.u) annotation (Line(points={{-69, 60}, {28, 60}}, color={0, 0, 127}));
    annotation (experiment(StopTime=4, Interval=0.05, Tolerance=1e-8), Documentation(info="<html><p>The points are chosen so that the values can be checked by hand; the areas under <code>pieces</code> and under two trapezoids are 4.5 and 1.25.</p></html>"));
  end Lookup;
end Examples;
