// Must be refused by check (exit code 1): the time of a delay is a scalar.
model DelayTimeArray
  Real y = delay(time, {1, 2}, 1);
end DelayTimeArray;
