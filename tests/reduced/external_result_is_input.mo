// Must be refused by check (exit code 1): the result of an external call goes to an output or a protected variable, not to an input.
model ExternalResultIsInput
  function f
    input Real x[:];
    output Real y;
  external "C" x[1] = sin(x);
  end f;
  Real z = f({time, 2});
end ExternalResultIsInput;
