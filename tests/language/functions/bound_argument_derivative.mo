// Section 12.4.2: a function with a bound argument as an argument. What a function computes with it depends on what is bound: its derivative by
// that is not zero, and the equation is solved for it by differences.
partial function Curve
  input Real u;
  output Real y;
end Curve;

function Shifted
  extends Curve;
  input Real h;
algorithm
  y := u^3 - h;
end Shifted;

function Bisect
  input Curve f;
  input Real low, high;
  output Real u;
protected
  Real a = low, b = high;
algorithm
  for i in 1:60 loop
    u := (a + b)/2;
    if f(u) > 0 then
      b := u;
    else
      a := u;
    end if;
  end for;
end Bisect;

function CubeRoot
  input Real h;
  output Real u;
algorithm
  u := Bisect(function Shifted(h = h), 0, 100);
end CubeRoot;

model BoundArgumentDerivative
  Real h(start = 1, nominal = 10);
equation
  CubeRoot(h) = 2 + time;
  // expect: h at start = 8 +- 1e-6
  // expect: h at end = 27 +- 1e-5
end BoundArgumentDerivative;
