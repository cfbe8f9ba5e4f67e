// mica check
model AssignedInput
  function Bad
    input Real x;
    output Real y;
  algorithm
    x := 2;
    y := x;
  end Bad;
  Real y = Bad(1);
end AssignedInput;
