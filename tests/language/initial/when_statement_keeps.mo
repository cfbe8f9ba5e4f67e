// A when-statement that is not active at the start assigns nothing: initial equations say what its variables are, and so what was before. At 0.5 it fires for the first time.
model WhenStatementKeeps
  Integer n[2], count(start = 5, fixed = true), unset;
  Real last, y;
initial equation
  n = {1, 2};
  last = 7;
algorithm
  when sample(0.5, 1) then
    n[1] := n[1] + 10;
    n[2] := pre(n[2]) + n[1];
    last := time;
    count := count + 1;
    unset := unset + 1;
  end when;
  y := 2*last;
  // expect: n[1] at 0 = 1 +- 0
  // expect: n[2] at 0 = 2 +- 0
  // expect: y at 0 = 14
  // expect: count at 0 = 5 +- 0
  // expect: unset at 0 = 0 +- 0
  // expect: n[1] at 1 = 11 +- 0
  // expect: n[2] at 1 = 13 +- 0
  // expect: y at 1 = 1
  // expect: count at 1 = 6 +- 0
  // expect: unset at 1 = 1 +- 0
  // options: --stop-time 1 --intervals 4
end WhenStatementKeeps;
