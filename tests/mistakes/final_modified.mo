// mica check
model FinalModified
  model Motor
    final parameter Real poles = 4;
    parameter Real current = 1;
  end Motor;
  Motor motor(poles = 6);
end FinalModified;
