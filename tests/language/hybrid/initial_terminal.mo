// Section 3.7.5: initial() at the start alone, terminal() at the successful end.
// expect: a at 0.5 = 7
// expect: b at 0.5 = 0
// expect: b at end = 9
model InitialTerminal
  discrete Real a, b(start = 0, fixed = true);
equation
  when initial() then
    a = 7;
  end when;
  when terminal() then
    b = 9;
  end when;
end InitialTerminal;
