// mica check
model UnknownArgument
  function Area
    input Real width;
    input Real height = 1;
    output Real area = width*height;
  algorithm
  end Area;
  Real y = Area(width = 2, hight = 3);
end UnknownArgument;
