// mica check
model WrongUnitConnection
  connector Input = input Real;
  block Speed
    output Real y(unit = "m/s") = 1;
  end Speed;
  block Force
    input Real u(unit = "N");
    Real z = u;
  end Force;
  Speed speed;
  Force force(u = speed.y);
end WrongUnitConnection;
