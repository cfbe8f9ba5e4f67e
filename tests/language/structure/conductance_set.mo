// The parameter that decided about the structure is set otherwise: the model is translated again. G → infinity is a short circuit beside L2;
// with G = 1: i1' = 1 - 2 i1 - vm, 3 i2' = vm, vm = i1 - i2.  At the end of a long time i1 = i2 = 1/R.
model ConductanceSet
  parameter Real G = 0, L1 = 1, L2 = 3, R = 2;
  Real i1(start = 0, fixed = true), i2(start = 0), v1, v2, vm, im;
equation
  L1*der(i1) = v1;
  L2*der(i2) = v2;
  1 = R*i1 + v1 + vm;
  vm = v2;
  if G <= 0 then
    im = 0;
  else
    im = G*vm;
  end if;
  i1 = i2 + im;
  // expect: i1 at start = 0
  // expect: vm at start = 0
  // expect: i1 at 0.01 = 0.009851163 +- 1e-5      t - 3 t²/2 + …: the inductances are apart now
  // expect: i1 at end = 0.5 +- 1e-4
  // expect-stderr: start values that are not fixed are used for i2
  // options: --stop-time 60 --interval 0.01 --tolerance 1e-9 --set G=1
end ConductanceSet;
