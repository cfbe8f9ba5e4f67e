// Relations of an algorithm over values that it assigns again afterwards: their events are those of the values that the relation reads.
// b is decided by sin(time) > 0.5, at asin(0.5) = 0.5235987756 and pi - asin(0.5), while y goes on to 3*sin(time).
// expect: b at 0.5 = false
// expect: b at 0.55 = true
// expect: b at 2.6 = true
// expect: b at 2.63 = false
// expect: y at 2.5 = 1.7954164323118694
// q: cos(time) is 0.5403 at 1, above 0.5, and 0.4536 at 1.1; the remainder is compared again, with 0.3.
// expect: q at 1 = 0.0403023058681398
// expect: q at 1.1 = 0.15359612142557733
// expect: q at 1.3 = 0.26749882862458735
// The same relation twice reads two values: 0.4*time goes beyond 0.2 first, 0.8*time twice as early.
// expect: n at 0.2 = 0
// expect: n at 0.3 = 1
// expect: n at 0.6 = 2
// n again with its own value in the loop that is unrolled; k counts in a loop that stays: 2*sin(1) = 1.683 takes six steps of 0.3 to come below 0.1.
// expect: k at 1 = 6
// expect: k at 0.1 = 1
// options: --stop-time 3 --interval 0.01
model RelationOnTheWay
  Boolean b;
  Real y, q, u, z;
  Integer n, k;
algorithm
  y := sin(time);
  b := y > 0.5;
  y := y + 2*sin(time);
algorithm
  q := cos(time);
  if q > 0.5 then
    q := q - 0.5;
  end if;
  if q > 0.3 then
    q := q - 0.3;
  end if;
algorithm
  n := 0;
  u := 0;
  for i in 1:2 loop
    u := u + 0.4*time;
    if u > 0.2 then
      n := n + 1;
    end if;
  end for;
  u := 0;
algorithm
  z := 2*sin(time);
  k := 0;
  while z > 0.1 loop
    z := z - 0.3;
    k := k + 1;
  end while;
end RelationOnTheWay;
