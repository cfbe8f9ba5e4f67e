// Section 3.7.2: div, mod, ceil, floor, integer, sign, abs of continuous variables jump at events, which are located.
// expect: i at 2.6 = 2
// expect: c at 2.6 = 3
// expect: m at 2.6 = 0.6
// expect: s at 2.6 = 1
// expect: s at 0.5 = -1
// expect: area at 3 = 3 +- 1e-5                    integral of floor: 0 + 1 + 2
// expect: a at 0.5 = 0.5
// options: --stop-time 3 --interval 0.1
model EventFunctions
  Integer i = integer(time);
  Real c = ceil(time);
  Real m = mod(time, 1);
  Real s = sign(time - 1);
  Real a = abs(time - 1);
  Real area(start = 0, fixed = true);
equation
  der(area) = floor(time);
end EventFunctions;
