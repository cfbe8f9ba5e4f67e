// mica check
model OuterConstantWithoutInner
  package P
    outer constant Integer n;
  end P;
  Integer twice = 2*P.n;
end OuterConstantWithoutInner;
