// mica check
model UnknownLiteral
  type Colour = enumeration(red, green, blue);
  parameter Colour c = Colour.grean;
end UnknownLiteral;
