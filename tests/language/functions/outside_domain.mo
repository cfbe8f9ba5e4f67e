// Functions outside their domain, in variables that no state needs: the run ends before the first row that would hold nan, and each is named with its argument.
// sqrt, log and the power leave their domains at 0.4, acos at 0.9: that is not reached.
// expect-stderr: error E6314: component pipe: pipe.v is nan at time = 0.402: 'sqrt(pipe.h)': the argument -0.002
// expect-stderr: is outside the domain of sqrt
// expect-stderr: 'log(pipe.h)': the argument -0.002
// expect-stderr: is outside the domain of log
// expect-stderr: c is nan at time = 0.402
// expect-exit: 3
// expect: end = 0.4
model OutsideDomain
  function entropy
    input Real x;
    output Real s;
  algorithm
    s := if x == 0 then 0 else x*log(x);
  end entropy;
  model Pipe
    Real h = 0.4 - time, v = sqrt(h);
  end Pipe;
  Pipe pipe;
  Real b = entropy(pipe.h), c = pipe.h^0.5, d = acos(1.1*time), x(start = 0, fixed = true);
equation
  der(x) = 1;
end OutsideDomain;
