// `fixed` of a parameter may follow from other parameters: with kind = 1 the coefficient is given, with kind = 2 it follows from the nominal point.
// expect: a.y at start = 3
// expect: b.y at start = 10
model FixedByParameter
  model Valve
    parameter Integer kind = 2;
    parameter Real k(fixed = kind == 1, start = 1) = 3;
    Real y = k;
  initial equation
    if kind == 2 then
      k = 10;
    end if;
  end Valve;
  Valve a(kind = 1);
  Valve b(kind = 2);
end FixedByParameter;
