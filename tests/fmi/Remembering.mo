model Remembering "A delayed signal and a String that changes: what an FMU must remember beside its states"
  Real x(start = 0, fixed = true);
  output Real y = delay(x, 0.3);
  output String last(start = "none", fixed = true);
equation
  der(x) = cos(3*time);
  when sample(0.25, 0.25) then
    last = "tick " + String(integer(4*time + 0.5)) + (if time > 1.6 then " with a text that is much longer than those before it" else "");
  end when;
  annotation (experiment(StopTime = 2, Tolerance = 1e-8));
end Remembering;
