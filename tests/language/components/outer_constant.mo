// Section 5.4: an outer constant of a package is the inner one around the component that the package is written in.
// expect: b.a.T at 0 = 10
// expect: c.a.T at 0 = 20
model OuterConstant
  model A
    package P
      outer constant Integer k;
    end P;
    Integer T = P.k;
  end A;
  model B
    inner constant Integer k = 10;
    A a;
  end B;
  B b;
  B c(k = 20);
end OuterConstant;
