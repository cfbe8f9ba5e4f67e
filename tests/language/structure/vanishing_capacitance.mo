// The capacitance of a junction that a function computes from its voltage: none where the parameter is zero, whatever the voltage. Then v2 is no state but
// follows from Kirchhoff's law, half of the source; v1 has a time constant of 2 s at capacitance 2.
// expect: v1 at end = 0.6321205588 +- 1e-5
// expect: v2 at start = 0.5
// expect: v2 at end = 0.5
// expect: i2 at end = 0
// options: --stop-time 2 --interval 1
model VanishingCapacitance
  function junction
    input Real C0, v;
    output Real C, q;
  protected
    Real grown;
  algorithm
    if v < 0 then
      grown := 1/(1 - v)^2;
    else
      grown := 1 + 0*v;
    end if;
    C := C0*grown;
    q := C*v;
  end junction;
  parameter Real C1 = 2, C2 = 0;
  Real v1(start = 0, fixed = true), v2, c1, c2, q1, q2, i2;
equation
  (c1, q1) = junction(C1, v1);
  (c2, q2) = junction(C2, v2);
  c1*der(v1) = 1 - v1;
  i2 = c2*der(v2);
  i2 = 1 - 2*v2;
end VanishingCapacitance;
