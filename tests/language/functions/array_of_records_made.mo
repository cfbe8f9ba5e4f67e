// An array of records that a function makes by a comprehension, of a length that is known only when it is called: sum over i of (i*x + x^2) for i = 1 … n.
model ArrayOfRecordsMade
  record Point
    Real a;
    Real b[2];
    Integer k;
  end Point;
  function total
    input Real x;
    input Integer n;
    output Real y;
  protected
    Point points[n];
  algorithm
    points := {Point(i*x, {x^2, -1}, i) for i in 1:n};
    y := 0;
    for i in 1:n loop
      y := y + points[i].a + points[i].b[1] + (if points[i].k == i then 0 else 1000);
    end for;
  end total;
  discrete Integer n(start = 2, fixed = true);
  Real y = total(time, n);
equation
  when time > 1.5 then
    n = 3;
  end when;
  // expect: y at 1 = 5
  // expect: y at 2 = 24
  // options: --stop-time 2 --intervals 4
end ArrayOfRecordsMade;
