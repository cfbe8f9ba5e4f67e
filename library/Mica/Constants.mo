within Mica;
package Constants "Numbers of mathematics and of nature"
  extends Icons.Package;
  constant Real pi = 2*asin(1.0) "Half of a full angle, in radians";
  constant Real e = exp(1.0) "Base of the natural logarithm";
  constant Units.Acceleration g = 9.80665 "Standard acceleration of gravity";
  constant Units.MolarHeatCapacity R = 8.314462618 "Molar gas constant";
  constant Real inf = 1e60 "Larger than any quantity of a model";
end Constants;
