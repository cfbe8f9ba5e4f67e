// A relation on nanoamperes makes the events that one on amperes makes: bands are relative to what they are around.
// i = c*sin(2*pi*t)/(2*pi) passes c/20 at t = asin(pi/10)/(2*pi) = 0.05086130.
// expect: n at 1 = 1
// expect: since at 1 = 0.05086130 +- 1e-6
// options: --interval 0.1 --tolerance 1e-9
model TinyUnits
  constant Real c = 1e-9;
  Real i(start = 0, fixed = true, nominal = c);
  Integer n(start = 0, fixed = true);
  discrete Real since(start = 0, fixed = true);
equation
  der(i) = c*cos(6.283185307179586*time);
  when i > c/20 then
    n = pre(n) + 1;
    since = time;
  end when;
end TinyUnits;
