within Mica.Examples;
model HydraulicTransmission "Electric motor, pump, volume and hydraulic motor, joined by a shaft and a pipe in which waves travel"
  extends Icons.Example;
  parameter Units.Time T = 1e-3 "Delay of both lines";
  parameter Units.RotationalStiffness c = 2e4 "Stiffness of the shaft";
  parameter Units.HydraulicImpedance Zpipe = 2e10 "Characteristic impedance of the pipe";
  parameter Units.BulkModulus beta = 1e9 "Bulk modulus of the oil";
  parameter Units.Volume V = 1e-3 "Oil of volume and pipe together";
  Electrical.StepVoltage source(V=100, startTime=0.1) annotation (Placement(transformation(origin={-180, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  Electrical.Ground ground annotation (Placement(transformation(extent={{-190, -60}, {-170, -40}})));
  Electrical.DCMotor motor(Ra=0.5, La=5e-3, psi=1, J=0.05, b=0.02, i(fixed=true), phi(fixed=true), w(fixed=true)) annotation (Placement(transformation(origin={-140, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  Tlm.RotationalLine shaft(T=T, Zc=c*T) annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Rotational.Inertia rotor(J=0.01, phi(start=0, fixed=true), w(start=0, fixed=true)) "Of the pump" annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
  Hydraulic.Pump pump(D=2e-6, leakage=1e-12) annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
  Hydraulic.Tank tank1 annotation (Placement(transformation(extent={{-30, -50}, {-10, -30}})));
  Hydraulic.Volume volume(V=V - beta*T/Zpipe, beta=beta) annotation (Placement(transformation(extent={{0, 50}, {20, 70}})));
  Tlm.HydraulicLine pipe(T=T, Zc=Zpipe) annotation (Placement(transformation(extent={{40, 30}, {60, 50}})));
  Hydraulic.Motor hydraulicMotor(D=4e-6) annotation (Placement(transformation(extent={{70, -10}, {90, 10}})));
  Hydraulic.Tank tank2 annotation (Placement(transformation(extent={{70, -50}, {90, -30}})));
  Rotational.Inertia load(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{110, -10}, {130, 10}})));
  Rotational.Damper friction(d=0.5) "Of the load" annotation (Placement(transformation(extent={{150, 20}, {170, 40}})));
  Rotational.Fixed housing annotation (Placement(transformation(extent={{180, 20}, {200, 40}})));
  Rotational.TorqueSource brake annotation (Placement(transformation(extent={{170, -10}, {150, 10}})));
  Blocks.Step step(height=-5, startTime=3) "The load grows" annotation (Placement(transformation(extent={{210, -10}, {190, 10}})));
equation
  connect(source.p, motor.p) annotation (Line(points={{-180, 10}, {-180, 20}, {-140, 20}, {-140, 10}}, color={0, 0, 255}));
  connect(source.n, motor.n) annotation (Line(points={{-180, -10}, {-180, -20}, {-140, -20}, {-140, -10}}, color={0, 0, 255}));
  connect(ground.p, source.n) annotation (Line(points={{-180, -40}, {-180, -10}}, color={0, 0, 255}));
  connect(motor.flange, shaft.a) annotation (Line(points={{-150, 0}, {-152, 0}, {-152, 30}, {-120, 30}, {-120, 0}, {-110, 0}}, color={90, 90, 90}));
  connect(shaft.b, rotor.a) annotation (Line(points={{-90, 0}, {-70, 0}}, color={90, 90, 90}));
  connect(rotor.b, pump.flange) annotation (Line(points={{-50, 0}, {-30, 0}}, color={90, 90, 90}));
  connect(pump.a, tank1.port) annotation (Line(points={{-20, -10}, {-20, -30}}, color={150, 100, 0}));
  connect(pump.b, volume.port) annotation (Line(points={{-20, 10}, {-20, 40}, {10, 40}, {10, 50}}, color={150, 100, 0}));
  connect(volume.port, pipe.a) annotation (Line(points={{10, 50}, {10, 40}, {40, 40}}, color={150, 100, 0}));
  connect(pipe.b, hydraulicMotor.a) annotation (Line(points={{60, 40}, {80, 40}, {80, 10}}, color={150, 100, 0}));
  connect(hydraulicMotor.b, tank2.port) annotation (Line(points={{80, -10}, {80, -30}}, color={150, 100, 0}));
  connect(hydraulicMotor.flange, load.a) annotation (Line(points={{90, 0}, {110, 0}}, color={90, 90, 90}));
  connect(load.b, friction.a) annotation (Line(points={{130, 0}, {140, 0}, {140, 30}, {150, 30}}, color={90, 90, 90}));
  connect(friction.b, housing.flange) annotation (Line(points={{170, 30}, {190, 30}}, color={90, 90, 90}));
  connect(load.b, brake.flange) annotation (Line(points={{130, 0}, {150, 0}}, color={90, 90, 90}));
  connect(step.y, brake.tau) annotation (Line(points={{189, 0}, {172, 0}}, color={0, 0, 127}));
  annotation (
    experiment(StopTime=6, Interval=0.01, Tolerance=1e-8),
    Diagram(coordinateSystem(extent={{-200, -100}, {220, 100}})),
    Documentation(info="<html>
<p>The motor is switched on at 0.1 s; at 3 s the load grows by 5 N.m. The shaft between motor and pump and the pipe to the hydraulic motor are <a href=\"modelica://Mica.Tlm\">transmission lines</a>, so the model has three parts that
only delays join: the motor with its supply, the pump with the volume, the hydraulic motor with its load. The oil of the pipe is taken from that of the volume, so that both together give way like one litre.</p>
<p>The shaft has no losses of its own, and its oscillation, which the switch excites, dies out only through the motor: <code>motor.w</code> and <code>pump.w</code> still differ by 0.15 rad/s in the end.</p>
<p>B. Johansson, P. Krus: <em>Modelica in a Distributed Environment Using Transmission Line Modelling</em>, 2000. The paper shows two curves and no numbers; the data are chosen.</p>
</html>"));
end HydraulicTransmission;
