// mica check
model MissingArgument
  function Area
    input Real width;
    input Real height;
    output Real area = width*height;
  algorithm
  end Area;
  Real y = Area(2);
end MissingArgument;
