// Must: v as of the state-machine friction: max v 0.5414 +-0.005, |v| > 0.3 somewhere after t = 5; forward = (s > 1) in every row.
model DeclarativeFriction "friction as one parameterised curve"
  parameter Real f0 = 1, f1 = 0.5, m = 1;
  Real v(start=0), f, s(start=0), u = 2*sin(2*time);
  Boolean forward, backward;
equation
  forward = s > 1;
  backward = s < -1;
  v = if forward then s - 1 else if backward then s + 1 else 0;
  f = if forward then f0 + f1*(s - 1) else if backward then -f0 + f1*(s + 1) else f0*s;
  m*der(v) = u - f;
  annotation (experiment(StopTime=10, Tolerance=1e-8));
end DeclarativeFriction;
