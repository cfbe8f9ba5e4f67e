// Must be refused, or be a clock that never ticks: a condition without a variable has no edge.
model ClockConstantCondition
  discrete Real x(start = 0);
equation
  when Clock(true) then
    x = previous(x) + 1;
  end when;
end ClockConstantCondition;
