// A linear system of four equations with coefficients of a parameter and of time, solved exactly: x = {1, 2, 3, 4}*time.
// expect: x[1] at 1 = 1
// expect: x[4] at 1 = 4
// expect: x[3] at 0.5 = 1.5
model Linear
  parameter Real k = 2;
  parameter Real a[4, 4] = [4, 1, 0, k; 1, 5, 1, 0; 0, 1, 6, 1; k, 0, 1, 7];
  Real x[4];
equation
  a*x = a*{1, 2, 3, 4}*time;
end Linear;
