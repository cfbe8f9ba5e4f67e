// Three inductors in star with a common-mode inductance: i0 = (i1 + i2 + i3)/3 and i1 + i2 + i3 = 0 leave i0 no freedom, though counting unknowns
// would leave any of them. Two states: der(id) = u - id with u = 1 gives 1 - exp(-t).
model StarPoint
  Real i[3], id(start = 0, fixed = true), iq(start = 0, fixed = true), i0, v0, vd, vq, v[3], vs;
  constant Real c = cos(2*3.14159265358979/3), s = sin(2*3.14159265358979/3);
equation
  der(id) = vd - id;
  der(iq) = vq - iq;
  der(i0) = v0;
  id = 2/3*(i[1] + c*i[2] + c*i[3]);
  iq = 2/3*(s*i[2] - s*i[3]);
  i0 = (i[1] + i[2] + i[3])/3;
  vd = 2/3*(v[1] + c*v[2] + c*v[3]);
  vq = 2/3*(s*v[2] - s*v[3]);
  v0 = (v[1] + v[2] + v[3])/3;
  v[1] = 1 - vs;
  v[2] = c - vs;
  v[3] = c - vs;
  i[1] + i[2] + i[3] = 0;
  // expect: id at 1 = 0.6321205588285577
  // expect: i0 at 1 = 0
  // expect: vs at 1 = 0
  // options: --stop-time 1 --tolerance 1e-9
end StarPoint;
