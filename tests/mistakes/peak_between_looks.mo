// mica simulate --interval 0.1
model PeakBetweenLooks "A pulse much shorter than a tenth of an output interval: row 0.7 would show b = false beside a value of 1"
  function bell
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 1:1 loop
      y := exp(-(x/1e-5)^2);
    end for;
  end bell;
  Real x(start = 1, fixed = true);
  Boolean b = bell(time - 0.7) > 0.5;
equation
  der(x) = -x;
end PeakBetweenLooks;
