// Needs the Standard Library. Must give no warning: literals, and what is computed from them, take the unit that is expected.
model UnitOfLiterals "Values as one writes them"
  import Modelica.Constants.pi;
  parameter Modelica.Units.SI.Resistance R = 4/3;
  parameter Modelica.Units.SI.AngularFrequency w = 2*pi*50;
  parameter Modelica.Units.SI.Inductance L = 4/(2*pi*50);
end UnitOfLiterals;
