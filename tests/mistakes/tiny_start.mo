// mica simulate
model TinyStart "Conditions on picoamperes that contradict each other are no less wrong than on amperes"
  Real x(start = 1e-12, fixed = true, nominal = 1e-12);
  Real y(start = 3e-12, fixed = true, nominal = 1e-12);
equation
  der(x) = -x;
  y = 2*x;
end TinyStart;
