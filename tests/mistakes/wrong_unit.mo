// mica check
model WrongUnit
  Mica.Units.Voltage v = 3;
  Mica.Units.Current i = 2;
  Mica.Units.Power p = v*i;
  Mica.Units.Power q = v + i;
  Mica.Units.Energy e = v*i;
end WrongUnit;
