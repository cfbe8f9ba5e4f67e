// Inputs of the model: 'input' before a connector or record holds for all that is in it, at any depth. They have their start values.
// expect-check: 5 equations and 5 unknowns
// expect: y.T at end = 11
// expect: o.forward.T at end = 7
// expect: o.forward.c.re at end = 4
// options: --stop-time 1
record Number
  Real re, im;
end Number;
connector Properties
  Real T(start = 5);
  Number c(re(start = 4));
end Properties;
connector Outlet
  input Properties backward;
  output Properties forward;
end Outlet;
record R
  Real T;
end R;
block StructuredInputs
  Outlet o;
  input R u(T(start = 2));
  output R y;
  output Real z;
equation
  o.forward.T = o.backward.T + u.T;
  o.forward.c = o.backward.c;
  y.T = o.backward.c.re + o.forward.T;
  z = o.backward.c.im;
end StructuredInputs;
