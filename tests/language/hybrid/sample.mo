// Section 3.7.5: sample(start, interval) ticks at 0.1, 0.35, 0.6, 0.85; the values of a sampled ramp are held between.
// expect: n at 0.3 = 1
// expect: n at 1 = 4
// expect: held at 0.5 = 0.35
// expect: held at 0.9 = 0.85
// options: --interval 0.1
model Sample
  Integer n(start = 0, fixed = true);
  discrete Real held(start = 0, fixed = true);
equation
  when sample(0.1, 0.25) then
    n = pre(n) + 1;
    held = time;
  end when;
end Sample;
