// mica check
model EquationInFunction
  function Bad
    input Real x;
    output Real y;
  equation
    y = x;
  end Bad;
  Real y = Bad(1);
end EquationInFunction;
