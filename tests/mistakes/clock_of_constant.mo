// mica check
model ClockOfConstant "A condition that does not change has no edge"
  discrete Real x(start = 0);
equation
  when Clock(true) then
    x = previous(x) + 1;
  end when;
end ClockOfConstant;
