// mica check
model UnknownClass
  Mica.Electrical.Resistr r;
end UnknownClass;
