// x comes to 0 from below at a time event and stays there until 2: x >= 0 is true from 1 on, and false again after 2. No state changes with it.
// expect: n at end = 2 +- 0
// expect: b at 1.5 = true +- 0
// expect: b at 2.5 = false +- 0
// options: --stop-time 3 --interval 0.1
model RestsAtItsEdge
  Real x = if time < 1 then time - 1 elseif time < 2 then 0 else 2 - time;
  Real z(start = 1, fixed = true);
  Boolean b = x >= 0;
  Integer n(start = 0, fixed = true);
equation
  der(z) = -z;
  when change(b) then
    n = pre(n) + 1;
  end when;
end RestsAtItsEdge;
