// mica check
model TextAndNumber
  parameter Integer n = 3;
  parameter String a = "pump " + n;
  parameter String b = 2.5 + " m";
  parameter Real c = 1 + true;
end TextAndNumber;
