// Slices whose bounds depend on the loop variable: each round has a size of its own.
// expect: x[2] at end = 3
// expect: x[6] at end = 8
// expect: z[3] at end = 2
// expect: z[6] at end = 3
// expect: c[6] at end = 3
function twice
  input Real u[:];
  output Real y[size(u, 1)];
  output Real total;
algorithm
  y := 2*u;
  total := sum(y);
end twice;
model Slices
  parameter Integer n = 2, k = 3;
  Real y[n, k] = {{i*(j + time) for j in 1:k} for i in 1:n};
  Real x[n*k], z[6], c[6], t[3];
equation
  for i in 1:n loop
    x[(i - 1)*k + 1:i*k] = y[i, :];
  end for;
  // Rounds of different length: {1}, {2, 2}, {3, 3, 3}.
  for i in 1:3 loop
    z[div(i*(i - 1), 2) + 1:div(i*(i + 1), 2)] = fill(i*time, i);
    (c[div(i*(i - 1), 2) + 1:div(i*(i + 1), 2)], t[i]) = twice(fill(i*time/2, i));
  end for;
end Slices;
