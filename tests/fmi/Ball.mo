model Ball
  parameter Real e = 0.7; parameter Real g = 9.81;
  Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); discrete Integer n(start = 0, fixed = true);
  Boolean tick = sample(0.05, 0.1); Integer k(start=0, fixed=true);
equation
  der(h) = v; der(v) = -g;
  when h <= 0 then reinit(v, -e*pre(v)); n = pre(n) + 1; end when;
  when tick then k = pre(k) + 1; end when;
  annotation(experiment(StopTime = 1.5));
end Ball;
