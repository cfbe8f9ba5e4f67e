// options: --method inline-ros3 --step 0.01 --stop-time 2
// An algorithm has no linearised equations: the Jacobian is taken by differences. der(x) = 1e5 (sin(t) - x³) holds x³ at sin(t), and der(y) = -y³ has the solution 1/sqrt(1 + 2 t).
// expect: y at end = 0.4472136 +- 1e-6
// expect: x at 1 = 0.9440892 +- 1e-5
model RosenbrockAlgorithm
  Real x(start = 0.5, fixed = true), y(start = 1, fixed = true), cube, z;
algorithm
  cube := x;
  z := y;
  for i in 1:2 loop
    cube := cube*x;
    z := z*y;
  end for;
equation
  der(x) = 1e5*(sin(time) - cube);
  der(y) = -z;
end RosenbrockAlgorithm;
