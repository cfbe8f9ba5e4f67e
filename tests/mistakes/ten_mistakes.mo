// mica check
model TenMistakes
  parameter Real a = ;
  Real b = 2 +;
  Real c = (1 + 2;
  Real d d;
  parameter 5;
  Real e[3 = {1, 2, 3};
  Real f = if true then 1;
  Real g = {1, 2,};
equation
  b + c;
  der(d) = = 2;
  connect(a b);
  e = 1;
end TenMistakes;
