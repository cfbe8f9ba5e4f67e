// Must be refused (n = n + 1 has no solution), as c = not c is by E5401.
model CounterWithoutPre "The counter of every beginner"
  Integer n(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = n + 1;
  end when;
end CounterWithoutPre;
