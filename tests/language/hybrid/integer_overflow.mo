// An Integer that grows by a factor of 7 passes 2^53 = 9.007e15 at the 19th event: 7^19 = 1.14e16. Before, values are exact.
// expect-stderr: error E6334: the Integer n = 1.13989e+16 is too large at time = 1.9
// expect-exit: 3
// expect: n at 1.85 = 1.628413597910449e15 +- 0
// options: --interval 0.05 --stop-time 5
model IntegerOverflow
  Integer n(start = 1, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = 7*pre(n);
  end when;
end IntegerOverflow;
