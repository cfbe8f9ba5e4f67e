// A core without losses: the branch of the if-equation that parameters choose decides whether l1 and l2 are independent. With G = 0 they carry one
// current, (L1 + L2) di/dt = u - R i, so i = (1 - exp(-t R/(L1 + L2)))/R; choosing the other branch would be singular.
model ZeroConductance
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
  // expect: i1 at 1 = 0.1967346701436833      (1 - exp(-1/2))/2
  // expect: i2 at 1 = 0.1967346701436833
  // options: --stop-time 1 --tolerance 1e-9
end ZeroConductance;
