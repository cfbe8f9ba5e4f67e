// mica check
model MissingLibrary
  Modelica.Blocks.Sources.Sine sine;
  Modelica.Units.SI.Voltage v = 1;
end MissingLibrary;
