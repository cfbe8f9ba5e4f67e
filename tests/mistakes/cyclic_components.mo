// mica check
model CyclicComponents
  model Doll
    parameter Real size = 1;
    Doll inside(size = size/2);
  end Doll;
  Doll doll;
end CyclicComponents;
