// A class in a partial package is used as it stands there, with a warning (5.3.2): libraries of older versions do so.
// expect-stderr: W3012
// expect: x at end = 2
model ClassInPartialPackage
  partial package P
    package Inner
      partial model Two
        Real x = 2;
      end Two;
    end Inner;
  end P;
  extends P.Inner.Two;
end ClassInPartialPackage;
