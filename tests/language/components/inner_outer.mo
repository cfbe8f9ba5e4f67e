// Section 5.4: an outer component is the nearest inner one of that name, through levels; an inner one in between hides the farther one.
// expect: a.b.y at 0 = 9.81
// expect: moon.b.y at 0 = 1.62
model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
  Real y = world.g;
end Body;
model Machine
  Body b;
end Machine;
model Moon
  inner World world(g = 1.62);
  Body b;
end Moon;
model InnerOuter
  inner World world;
  Machine a;
  Moon moon;
end InnerOuter;
