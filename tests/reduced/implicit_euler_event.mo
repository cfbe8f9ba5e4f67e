// With --method implicit-euler --step 0.1 must give z(1) = 1 exactly.
model ImplicitEulerEvent "A constant slope across one time event off the grid"
  Real z(start = 0, fixed = true);
  discrete Real n(start = 0, fixed = true);
equation
  der(z) = 1;
  when time > 0.505 then
    n = 1;
  end when;
end ImplicitEulerEvent;
