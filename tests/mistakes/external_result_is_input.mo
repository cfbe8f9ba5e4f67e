// mica check
model ExternalResultIsInput
  function f
    input Real x[:];
    output Real y;
  external "C" x[1] = sin(x);
  end f;
  Real z = f({time, 2});
end ExternalResultIsInput;
