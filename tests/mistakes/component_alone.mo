// mica simulate
model ComponentAlone "A spring is part of a model, not one"
  connector Flange
    Real s;
    flow Real f;
  end Flange;
  Flange a, b;
  parameter Real c = 10;
equation
  a.f + b.f = 0;
  b.f = c*(b.s - a.s);
end ComponentAlone;
