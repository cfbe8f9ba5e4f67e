// The arc of hybrid/arc.mo by a method whose stage has v and i as unknowns: sign(i) is a choice, no linear equation.
// expect: i at 1 = 1 +- 1e-3
// expect: quenched at 1.25 = false +- 0
// expect: i at 1.25 = 0.5 +- 1e-3
// expect: quenched at 1.5 = true +- 0
// expect: i at 2 = 0.01 +- 1e-3
// expect: i at 3 = 1.01 +- 1e-3
// expect: quenched at 3.25 = false +- 0
// expect: i at 3.25 = 0.51 +- 1e-3
// expect: quenched at 3.5 = true +- 0
// options: --stop-time 4 --interval 0.25 --method inline-implicit-euler --step 1e-4
model Arc
  parameter Real G = 0.01;
  Real i(start = 0, fixed = true), v;
  Boolean off = time >= 1 and time < 2 or time >= 3;
  Boolean quenched(start = true, fixed = true);
equation
  der(i) = 1 - v;
  quenched = off and (abs(i) <= abs(v)*G or pre(quenched));
  if off then
    if quenched then
      i = G*v;
    else
      v = 3*sign(i);
    end if;
  else
    v = 0;
  end if;
end Arc;
