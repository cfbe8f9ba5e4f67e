// Density and temperature of a system that is iterated over one of them: the guess for the temperature is made for this model, that of the density is the
// default of its type, which says nothing. Iterated over the density the root has no argument to begin with.
// expect: T at end = 300
// expect: d at end = 1000
model FormulaAsGuess
  type Density = Real(start = 1);
  parameter Real T_start = 350;
  Real T(start = T_start);
  Density d;
equation
  d + 2*T = 1600;
  sqrt(400 - T)*exp(0.001*d - 1) = 10;
end FormulaAsGuess;
