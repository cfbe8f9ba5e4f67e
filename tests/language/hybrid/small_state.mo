// A state of 1e-9 with the nominal value 1 has an absolute tolerance of 1e-6: nothing of it is controlled, and that is said, with the attribute to set.
// expect-stderr: warning W6344: small.n never exceeds 2e-09, below its absolute tolerance 1e-06
// expect-stderr: small.n(nominal = 2e-09)
model SmallState
  model Amount
    parameter Real n0 = 2e-9;
    Real n(start = n0, fixed = true);
  equation
    der(n) = -3*n;
  end Amount;
  Amount small, known(n(nominal = 1e-9)), large(n0 = 1), zero(n0 = 0);
end SmallState;
