// mica check
model ModifierOfNoParameter
  Mica.Electrical.Resistor r(Resistance = 1);
  Mica.Electrical.Capacitor c(capacitance = 2);
end ModifierOfNoParameter;
