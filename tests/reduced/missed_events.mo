// Must find all 200 events: on(100) = 20.4833 s (100*(pi - 2*asin(0.8))/(2*pi)), and no row with y > 8 and b false.
model MissedEvents "A fast input switches a slow state, default settings"
  Real y = 10*sin(2*3.14159265358979*time);
  Boolean b = y > 8;
  Real on(start = 0, fixed = true) "Time during which b is true";
equation
  der(on) = if b then 1 else 0;
  annotation (experiment(StopTime = 100));
end MissedEvents;
