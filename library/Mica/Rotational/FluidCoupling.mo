within Mica.Rotational;
model FluidCoupling "A pump on a drives a turbine on b through oil"
  extends TwoFlanges;
  parameter Real k(unit="N.m.s2/rad2") = 0.01 "Torque divided by the speed of the pump and by the slip";
  Units.AngularVelocity w_pump "Speed of a";
  Units.AngularVelocity w_turbine "Speed of b";
  Units.Torque tau "Torque from a to b";
equation
  w_pump = der(a.phi);
  w_turbine = der(b.phi);
  tau = k*noEvent(abs(w_pump))*(w_pump - w_turbine);
  a.tau = tau;
  b.tau = -tau;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-10, 0}}, color={60, 60, 60}), Line(points={{10, 0}, {90, 0}}, color={60, 60, 60}),
        Ellipse(extent={{-50, 70}, {-4, 10}}, lineColor={60, 60, 60}), Ellipse(extent={{4, 70}, {50, 10}}, lineColor={60, 60, 60})}));
end FluidCoupling;
