// An arc that burns in an opened switch until its current has vanished. `quenched` depends on a relation that is not evaluated while the switch is closed: what
// the relation was when the arc went out must not be taken for what it is when the switch opens again.
// Closed, i grows by 1/s; in the arc it falls by 2/s; quenched when i = 3*G, it settles to G.
// expect: i at 1 = 1 +- 1e-5
// expect: quenched at 1.25 = false +- 0
// expect: i at 1.25 = 0.5 +- 1e-5
// expect: quenched at 1.5 = true +- 0
// expect: i at 2 = 0.01 +- 1e-5
// expect: i at 3 = 1.01 +- 1e-5
// expect: quenched at 3.25 = false +- 0
// expect: i at 3.25 = 0.51 +- 1e-5
// expect: quenched at 3.5 = true +- 0
// options: --stop-time 4 --interval 0.25
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
