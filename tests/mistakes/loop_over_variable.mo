// mica check
model LoopOverVariable
  Integer n = integer(time);
  Real x[3];
equation
  for i in 1:n loop
    x[i] = i;
  end for;
end LoopOverVariable;
