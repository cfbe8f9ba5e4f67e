// mica check
model StateNotHonoured
  Real x(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real y(stateSelect = StateSelect.always);
  Real z;
equation
  der(x) = z;
  der(y) = 1;
  x = 3*y;
end StateNotHonoured;
