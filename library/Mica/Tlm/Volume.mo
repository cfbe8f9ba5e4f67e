within Mica.Tlm;
model Volume "Volume of oil as a line of equal capacity"
  extends HydraulicLine(final Zc=beta*T/(V*(1 - alpha)));
  parameter Units.Volume V = 1e-3 "Volume";
  parameter Units.BulkModulus beta = 1.6e9 "Bulk modulus of the oil";
  Units.Pressure p "Mean pressure of the ends";
equation
  p = (a.p + b.p)/2;
  annotation (Icon(graphics={Ellipse(extent={{-30, 30}, {30, -30}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid)}),
    Documentation(info="<html><p>The line adds the inertia <code>beta*T*T/V</code> (pressure per change of flow), which is the error of this volume; it falls with the square of the delay.</p></html>"));
end Volume;
