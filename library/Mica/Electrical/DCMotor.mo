within Mica.Electrical;
model DCMotor "Motor with permanent magnets: armature, rotor and bearing in three equations"
  extends OnePort(i(start=0));
  parameter Units.Resistance Ra = 0.5 "Resistance of the armature";
  parameter Units.Inductance La = 5e-3 "Inductance of the armature";
  parameter Units.MachineConstant psi = 1 "Torque per current, voltage per speed";
  parameter Units.MomentOfInertia J = 0.05 "Moment of inertia of the rotor";
  parameter Units.RotationalDamping b = 0.02 "Friction of the bearing";
  Rotational.Flange flange annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.Angle phi(start=0, stateSelect=StateSelect.prefer) "Angle of the rotor";
  Units.AngularVelocity w(start=0, stateSelect=StateSelect.prefer) "Speed of the rotor";
equation
  phi = flange.phi;
  w = der(phi);
  La*der(i) = v - Ra*i - psi*w;
  J*der(w) = psi*i - b*w + flange.tau;
  annotation (
    Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={0, 0, 255}, fillColor={235, 240, 250}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}),
        Line(points={{0, -60}, {0, -90}}, color={60, 60, 60}, thickness=1), Text(extent={{-40, 35}, {40, -35}}, textString="M")}),
    Documentation(info="<html><p>B. Johansson, P. Krus: <em>Modelica in a Distributed Environment Using Transmission Line Modelling</em>, equations (7) to (9).</p></html>"));
end DCMotor;
