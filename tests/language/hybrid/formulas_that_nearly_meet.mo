// The density of a liquid and of its mixture with vapour by two formulas, which meet on the boiling curve h = edge(p) up to 2e-10 of themselves only, as those of steam
// tables do. While h rises by 0.2 past the curve, the pressure of the liquid says that there is vapour, and the pressure of the mixture that there is none.
// With q = p - 1e5 and e = h - 4e5: q = 0 up to time = 0.5, and (1e-3 e + 2e-7)/1.001e-3 from then on.
// expect: p at 0.25 = 100000 +- 1e-9
// expect: boils at 0.25 = false +- 0
// expect: boils at 0.75 = true +- 0
// expect: p at 0.75 = 149950.050150 +- 1e-8
// expect: p at 1 = 199900.100100 +- 1e-8
model FormulasThatNearlyMeet
  function edge
    input Real p;
    output Real h;
  algorithm
    h := 4e5;
    for i in 1:2 loop
      h := h + 0.5*(p - 1e5);
    end for;
  end edge;
  function density
    input Real p, h;
    input Boolean boils;
    output Real d;
  algorithm
    d := 1000.5 + 1e-6*(p - 1e5);
    if boils then
      d := d - 1e-3*(h - edge(p)) - 2e-7;
    end if;
    annotation (Inline = false);
  end density;
  Real d(start = 1000.5, fixed = true), h(start = 3e5, fixed = true), p(start = 1e5);
  Boolean boils;
equation
  der(d) = 0;
  der(h) = 2e5;
  boils = h >= edge(p);
  d = density(p, h, boils);
end FormulasThatNearlyMeet;
