// options: --method inline-rk4 --step 0.005 --stop-time 0.6885225
// A pendulum of length 1 m that is let go at 120° passes its lowest point after a quarter of its period, K(sin(60°))/sqrt(g/L) = 2.15651565/sqrt(9.81) s.
// expect: phi at end = 0 +- 2e-4
model Pendulum
  parameter Real g = 9.81, L = 1;
  constant Real pi = 3.14159265358979;
  Real phi(start = 2*pi/3, fixed = true), w(start = 0, fixed = true), a;
equation
  der(phi) = w;
  der(w) = a;
  L*a = -g*sin(phi);
end Pendulum;
