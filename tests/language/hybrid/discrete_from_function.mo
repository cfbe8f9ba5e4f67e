// Discrete variables and conditions that have their value from a function of something continuous, or from a relation
// in noEvent: they change where that does, and it is an event.
// expect: n at 0.4375 = 1 +- 0
// expect: n at 0.5625 = 3 +- 0
// expect: b at 0.5625 = true +- 0
// expect: both at 0.1875 = false +- 0
// expect: both at 0.5625 = true +- 0
// expect: quiet at 0.5625 = 1 +- 0
// expect: assigned at 0.4375 = 8 +- 0
// expect: assigned at 0.5625 = 7 +- 0
// expect: found at 0.5625 = 2 +- 0
// expect: count at end = 1 +- 0
// expect: at_function at end = 0.5
// expect: at_relation at end = 0.75
// expect: in_algorithm at end = 0.5
// expect: twice at end = 2 +- 0
// options: --stop-time 1 --interval 0.0625 --tolerance 1e-8
model DiscreteFromFunction
  function Place
    input Real x;
    output Integer k;
  algorithm
    k := if x > 0.5 then 3 else 1;
  end Place;
  function Above
    input Real x;
    output Boolean is_above;
  algorithm
    is_above := x > 0.5;
  end Above;
  function Both
    input Real x;
    output Integer k;
    output Boolean is_above;
  algorithm
    k := if x > 0.5 then 2 else 1;
    is_above := x > 0.5;
  end Both;
  Real x(start = 0, fixed = true);
  Integer n = Place(x);
  Boolean b = Above(x);
  Boolean both = Above(x) and time > 0.25;
  Integer quiet = if noEvent(x > 0.5) then 1 else 0;
  Integer assigned, found, count(start = 0, fixed = true), twice(start = 0, fixed = true);
  Boolean found_above;
  discrete Real at_function(start = 0, fixed = true), at_relation(start = 0, fixed = true);
  discrete Real in_algorithm(start = 0, fixed = true);
equation
  der(x) = 1;
  (found, found_above) = Both(x);
  when Above(x) then
    at_function = time;
    count = pre(count) + 1;
  end when;
  when noEvent(x > 0.75) then
    at_relation = time;
  end when;
algorithm
  assigned := if Above(x) then 7 else 8;
algorithm
  when Above(x) then
    in_algorithm := time;
    twice := twice + 2;
  end when;
end DiscreteFromFunction;
