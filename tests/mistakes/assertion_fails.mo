// mica simulate
model AssertionFails
  Real pressure(start = 1, fixed = true);
equation
  der(pressure) = 2;
  assert(pressure < 2.5, "The vessel bursts at a pressure of " + String(pressure, significantDigits = 3));
end AssertionFails;
