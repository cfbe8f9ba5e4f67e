// Section 13.2.1: the four forms of import, each bringing the same constants in.
// expect: a at 0 = 3
// expect: b at 0 = 5
// expect: c at 0 = 7
// expect: d at 0 = 3
// expect: e at 0 = 12
package Numbers
  package Small
    constant Real three = 3;
    constant Real five = 5;
    constant Real seven = 7;
    function Twice
      input Real x;
      output Real y;
    algorithm
      y := 2*x;
    end Twice;
  end Small;
end Numbers;

model Imports
  import Numbers.Small;
  import S = Numbers.Small;
  import Numbers.Small.{three, seven};
  model Inner
    import Numbers.Small.*;
    Real y = Twice(five + 1);
  end Inner;
  Real a = Small.three;
  Real b = S.five;
  Real c = seven;
  Real d = three;
  Inner inner_;
  Real e = inner_.y;
end Imports;
