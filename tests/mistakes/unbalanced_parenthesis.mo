// mica check
model UnbalancedParenthesis
  Real x = sin((1 + 2)*3;
  Real y = 2;
end UnbalancedParenthesis;
