// Test support: a model whose stage is nonlinear in one place and linear in many.
#pragma once

namespace mica::structure {

// An arm that swings, turned by a motor with a controller through an elastic gear: nonlinear is the arm alone, by its
// angle.
inline constexpr const char* kDrive = R"(
  model Drive
    parameter Real J = 1.3e-3, R = 250, L = 0.25, k = 1.2, c = 43, d = 5e-3, ratio = -105, T = 0.08, kp = 7, m = 40, Ja = 30;
    Real phi(start = 0.3, fixed = true, stateSelect = StateSelect.always), w(start = 0, fixed = true, stateSelect = StateSelect.always);
    Real phi_rel(start = 0, fixed = true, stateSelect = StateSelect.always), w_rel(start = 0, fixed = true, stateSelect = StateSelect.always);
    Real i(start = 0, fixed = true), x(start = 0, fixed = true), u, phi_m, w_m, a_m, tau, friction, e;
  equation
    w = der(phi);
    w_rel = der(phi_rel);
    phi_rel = phi_m - ratio*phi;
    w_m = der(phi_m);
    a_m = der(w_m);
    tau = c*phi_rel + d*w_rel;
    J*a_m = k*i - tau - friction;
    friction = 0.1*w_m;
    L*der(i) = u - R*i - k*w_m;
    e = sin(time) - phi_m - 0.1*w_m;
    der(x) = e/T;
    u = kp*(x + e);
    Ja*der(w) = ratio*tau - 9.81*m*cos(phi)*(1 + 0.1*sin(phi)*w);
  end Drive;)";

}  // namespace mica::structure
