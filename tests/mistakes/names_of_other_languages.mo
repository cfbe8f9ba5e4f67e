// mica check
model NamesOfOtherLanguages
  Real a = ln(2.0);
  Real b = 2*PI*time;
  Real c = pow(time, 2);
  Real d = fabs(time);
  Boolean e = True;
end NamesOfOtherLanguages;
