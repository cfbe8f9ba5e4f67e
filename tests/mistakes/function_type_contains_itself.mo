// mica check
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
