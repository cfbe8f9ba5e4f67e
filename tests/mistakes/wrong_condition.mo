// mica check
model WrongCondition
  Real x = time;
  Real y = if x then 1 else 2;
equation
  when x - 1 then
    terminate("done");
  end when;
end WrongCondition;
