// What equations leave open where nothing flows has any value there, and the one that they ask for when something does: T^3 = 300^3. Q is the integral of w*T.
// expect-stderr: W6206
// expect: T at start = 288.15
// expect: T at 1 = 300
// expect: Q at 1 = 37.5 +- 1e-3
function carried
  input Real w;
  input Real T;
  output Real q;
algorithm
  q := if w > 0 then w*T^3 else 0;
end carried;
model OpenAtRest
  Real w(start = 0, fixed = true), Q(start = 0, fixed = true), T(start = 288.15);
equation
  der(w) = if time < 0.5 then 0 else 1;
  carried(w, T) = w*300^3;
  der(Q) = w*T;
end OpenAtRest;
