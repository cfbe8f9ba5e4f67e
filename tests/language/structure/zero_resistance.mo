// A resistance that follows from others and is zero joins two nodes: c1 and c2 are one capacitor of 3 F, and der(v) = -v/(3 R).
model ZeroResistance
  parameter Real length = 0, perLength = 5, R = 1;
  final parameter Real Rs = length*perLength;
  Real v1(start = 1, fixed = true), v2, i1, i2, is;
equation
  1*der(v1) = i1;
  2*der(v2) = i2;
  is*Rs = v1 - v2;
  i1 + is + v1/R = 0;
  i2 = is;
  // expect: v1 at 3 = 0.36787944117144233      exp(-1)
  // expect: v2 at 3 = 0.36787944117144233
  // options: --stop-time 3 --tolerance 1e-9
end ZeroResistance;
