// Section 11.1: an algorithm section in a model computes its outputs from top to bottom, with several assignments to one variable.
// expect: y at 1 = 4
// expect: z at 1 = 12
// expect: w[3] at 1 = 9
model AlgorithmSection
  Real y, z;
  Real w[3];
algorithm
  y := time;
  for i in 1:3 loop
    y := y + 1;
    w[i] := i^2*time;
  end for;
  z := 3*y;
end AlgorithmSection;
