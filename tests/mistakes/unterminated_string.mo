// mica check
model UnterminatedString
  parameter String s = "never closed;
  Real x = 1;
end UnterminatedString;
