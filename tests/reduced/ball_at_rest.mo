// Must run to time 3 with the default tolerance and end at rest (v = 0, abs(h) < 1e-5, fly = false).
model BallAtRest "A ball that stops when it is slower than a millimetre per second"
  parameter Real e = 0.5, vmin = 1e-3;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean fly(start = true, fixed = true);
equation
  der(h) = v;
  der(v) = if fly then -9.81 else 0;
  when h < 0 then
    fly = -e*pre(v) > vmin;
    reinit(v, if fly then -e*pre(v) else 0);
  end when;
  annotation (experiment(StopTime = 3));
end BallAtRest;
