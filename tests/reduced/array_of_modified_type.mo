// Must give no warning: the modifier belongs to the scalar type D, so no `each` is missing (and none could be written).
model ArrayOfModifiedType "A type whose attributes an extends clause modifies, used for an array"
  package P
    type D = Real(unit = "kg/m3");
  end P;
  package Q
    extends P(D(start = 150, nominal = 500));
  end Q;
  Q.D rho[3] = {1, 2, 3};
end ArrayOfModifiedType;
