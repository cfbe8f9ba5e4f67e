// Section 16.8.2: der(x) = -x by each method. One step of h = 0.1 multiplies x by the method's stability function at -0.1; ticks at 0 (start value)
// and 0.1 … 1 make 10 steps.
// expect: euler.x at 1 = 0.3486784401          0.9^10
// expect: implicit.x at 1 = 0.38554328942953         1/1.1^10
// expect: trapezoid.x at 1 = 0.36757253932          (0.95/1.05)^10
// expect: midpoint.x at 1 = 0.36854098366          (1 - 0.1 + 0.005)^10
// expect: rk4.x at 1 = 0.36787977442          (1 - 0.1 + 0.005 - 0.1^3/6 + 0.1^4/24)^10
// expect: euler.x at 0.05 = 1
// expect: ramp.x at 1 = 0.5          der(x) = time, sampled: the mean of the inputs at both ticks integrates it exactly
model SolverMethods
  model Decay
    parameter String method;
    Real x(start = 1);
    Real u = sample(0.0, Clock(Clock(1, 10), solverMethod = method));
  equation
    der(x) = -x + u;
  end Decay;
  model Ramp
    Real x(start = 0);
  equation
    der(x) = sample(time, Clock(Clock(1, 10), solverMethod = "ExplicitMidPoint2"));
  end Ramp;
  Decay euler(method = "ExplicitEuler"), implicit(method = "ImplicitEuler"), trapezoid(method = "ImplicitTrapezoid");
  Decay midpoint(method = "ExplicitMidPoint2"), rk4(method = "ExplicitRungeKutta4");
  Ramp ramp;
end SolverMethods;
