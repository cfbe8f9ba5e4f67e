// mica check
model MissingInner
  model World
    parameter Real g = 9.81;
  end World;
  model Body
    outer World world;
    Real weight = world.g;
  end Body;
  Body body;
end MissingInner;
