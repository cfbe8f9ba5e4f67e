// mica check
model OuterLacksElement
  record Declared
    Integer i;
  end Declared;
  record Given
    extends Declared;
    Real a;
  end Given;
  model Part
    outer Declared data;
    Real x = data.a + data.i;
  end Part;
  inner Given data = Given(10, 3.5);
  Part part;
end OuterLacksElement;
