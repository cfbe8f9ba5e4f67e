// mica check
model UnknownFunction
  Real y = sqr(4);
end UnknownFunction;
