// mica check
model PureCallsImpure "A function declared pure calls an impure one, and one that hides it"
  impure function Act
    input Real x;
    output Real y;
  algorithm
    y := x;
  end Act;
  pure function Claims
    input Real x;
    output Real y;
  algorithm
    y := Act(x);
  end Claims;
  pure function Wraps
    input Real x;
    output Real y;
  algorithm
    y := pure(Act(x));
  end Wraps;
  Real x = Claims(time);
  Real y = Wraps(time);
end PureCallsImpure;
