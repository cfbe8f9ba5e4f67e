// Section 3.7.5: edge and change of a Boolean that is true from 0.25 to 0.65, counted.
// expect: rises at 1 = 1
// expect: changes at 1 = 2
// expect: b at 0.4 = true
// expect: b at 0.8 = false
// options: --interval 0.1
model EdgeChange
  Boolean b = time > 0.25 and time < 0.65;
  Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true);
equation
  when edge(b) then
    rises = pre(rises) + 1;
  end when;
  when change(b) then
    changes = pre(changes) + 1;
  end when;
end EdgeChange;
