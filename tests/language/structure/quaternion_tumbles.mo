// A symmetric top in free flight, its orientation a quaternion of length one: each of the four becomes the largest on the way, and none can follow from
// the others all the time. The angular momentum, resolved in the space that does not turn, stays what it is at the start: I w(0).
model QuaternionTumbles
  parameter Real I[3] = {1, 1, 2};
  Real Q[4](start = {0, 0, 0, 1}, each stateSelect = StateSelect.avoid);
  Real w[3](start = {1, 0, 5}, each fixed = true);
  Real T[3, 3], L[3];
initial equation
  Q[1:3] = zeros(3);
equation
  w = 2*{{Q[4], Q[3], -Q[2], -Q[1]}, {-Q[3], Q[4], Q[1], -Q[2]}, {Q[2], -Q[1], Q[4], -Q[3]}}*der(Q);
  Q*Q = 1;
  diagonal(I)*der(w) + cross(w, diagonal(I)*w) = zeros(3);
  T = {{2*(Q[1]^2 + Q[4]^2) - 1, 2*(Q[1]*Q[2] + Q[3]*Q[4]), 2*(Q[1]*Q[3] - Q[2]*Q[4])},
       {2*(Q[2]*Q[1] - Q[3]*Q[4]), 2*(Q[2]^2 + Q[4]^2) - 1, 2*(Q[2]*Q[3] + Q[1]*Q[4])},
       {2*(Q[3]*Q[1] + Q[2]*Q[4]), 2*(Q[3]*Q[2] - Q[1]*Q[4]), 2*(Q[3]^2 + Q[4]^2) - 1}};
  L = transpose(T)*(diagonal(I)*w);
  // expect: L[1] at 3.3 = 1 +- 1e-5
  // expect: L[2] at 3.3 = 0 +- 1e-5
  // expect: L[3] at 3.3 = 10 +- 1e-5
  // expect: L[1] at end = 1 +- 1e-4
  // expect: L[2] at end = 0 +- 1e-4
  // expect: L[3] at end = 10 +- 1e-4
  // expect: w[3] at end = 5 +- 1e-9            the axis of symmetry
  // expect: w[1] at end = 0.9649660284921133 +- 1e-4   cos((I3 - I1)/I1·5·t), t = 10
  // options: --stop-time 10 --interval 0.1 --tolerance 1e-9
end QuaternionTumbles;
