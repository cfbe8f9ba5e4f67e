// Must be refused by check (exit code 1): the type of the argument contains itself.
model FunctionTypeContainsItself
  partial function F
    input F g;
    output Real y;
  end F;
  function f
    input F g;
    output Real y;
  algorithm
    y := 1;
  end f;
  function h
    extends F;
  algorithm
    y := 1;
  end h;
  Real x = f(function h());
end FunctionTypeContainsItself;
