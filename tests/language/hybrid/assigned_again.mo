// An algorithm assigns a variable again that a relation has read: the relation is of what the variable held there.
// Events are located where that crosses, not where the last value does.
// expect: k at 0.4375 = 0 +- 0
// expect: k at 0.5625 = 1 +- 0
// expect: c at 0.1875 = true +- 0
// expect: c at 0.3125 = false +- 0
// expect: q at end = 0.5            // k is 1 for half of the time
// expect: above at end = 3 +- 0     // partial sums x, 3x, 6x, 10x above 2 from 1/3, 1/5 and 2/3 on
// expect: sums at end = 1.8         // 0.8 + 2/3 + 1/3
// expect: most at end = 1.2
// expect: place at 0.4375 = 1 +- 0
// expect: place at 0.75 = 2 +- 0
// expect: place at end = 3 +- 0
// expect: area at end = 0.77        // 0.375 + 0.195 + 0.2
// expect: nested at end = 2 +- 0
// options: --stop-time 1 --interval 0.0625
model AssignedAgain
  Real x(start = 0, fixed = true);
  Real v, big, most, w;
  Integer k, above, place, nested;
  Boolean c;
  Real q(start = 0, fixed = true), sums(start = 0, fixed = true), area(start = 0, fixed = true);
  Real a[4] = {1, 2, 3, 4}*x;
  Real b[3] = {1 - x, x, 2*x - 0.8};
equation
  der(x) = 1;
  der(q) = k;
  der(sums) = above;
  der(area) = most;
algorithm
  v := x;
  if v > 0.5 then
    k := 1;
  else
    k := 0;
  end if;
  c := v < 0.25;
  v := 10 + x;
algorithm
  big := 0;
  above := 0;
  for i in 1:4 loop
    big := big + a[i];
    if big > 2 then
      above := above + 1;
    end if;
  end for;
algorithm
  most := b[1];
  place := 1;
  for i in 2:3 loop
    if b[i] > most then
      most := b[i];
      place := i;
    end if;
  end for;
algorithm
  w := x;
  nested := 0;
  if x > 0.25 then
    w := 2*w;
    nested := if w > 1 then 2 else 1;
    w := 0;
  end if;
end AssignedAgain;
