// At the start a delayed expression has its value of the start, also as a subscript.
model DelayAtStart
  constant Integer table[3] = {5, 7, 9};
  Real x = 2 + (if time > 0.3 then 1 else 0);
  Integer y;
equation
  y = table[integer(delay(x, 0.5))];
  // expect: y at start = 7 +- 0
  // expect: y at 0.7 = 7 +- 0
  // expect: y at 0.9 = 9 +- 0
  // options: --stop-time 1 --interval 0.1
end DelayAtStart;
