// mica check
model ImpureAtTranslation "A function that is not impure calls an impure one; a size depends on it"
  impure function Act
    input Integer n;
    output Integer m;
  algorithm
    m := n;
  end Act;
  function Hides
    input Integer n;
    output Integer m;
  algorithm
    m := Act(n);
  end Hides;
  pure function Wraps
    input Integer n;
    output Integer m;
  algorithm
    m := pure(Act(n));
  end Wraps;
  parameter Integer n = Hides(2);
  Real x[n] = ones(n);
  Real y[Wraps(2)] = ones(2);
end ImpureAtTranslation;
