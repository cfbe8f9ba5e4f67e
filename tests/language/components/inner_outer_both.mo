// Section 5.4: `inner outer` is two declarations of one name. What is inside sees the inner one, whose modifiers hold; a reference beside
// it means the outer one, further out. Offsets add up on the way in.
// expect: middle.inside.leaf.x at end = 111
// expect: middle.inside.beside at end = 11
// expect: leaf.x at end = 1
model Level
  Real x;
end Level;
model Leaf
  outer Level level;
  Real x = level.x;
end Leaf;
model Inside
  inner outer Level level(x = level.x + 100);
  Real beside = level.x;
  Leaf leaf;
end Inside;
model Middle
  inner outer Level level(x = level.x + 10);
  Inside inside;
end Middle;
model InnerOuterBoth
  inner Level level(x = 1);
  Leaf leaf;
  Middle middle;
end InnerOuterBoth;
