within Mica.Blocks;
block Limiter "Keeps the signal between two limits"
  extends SISO;
  parameter Real upper = 1 "Highest y";
  parameter Real lower = -upper "Lowest y";
equation
  assert(lower <= upper, "The lower limit " + String(lower) + " is above the upper limit " + String(upper));
  y = smooth(0, if u > upper then upper elseif u < lower then lower else u);
  annotation (Icon(graphics={Line(points={{-80, -60}, {-40, -60}, {40, 60}, {80, 60}}, color={0, 0, 127})}));
end Limiter;
