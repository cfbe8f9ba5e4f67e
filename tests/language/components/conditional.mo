// Section 4.4.5: a component whose condition is false is gone, with the connections to it.
// expect: with_.y at 0 = 7
// expect: without_.y at 0 = 1
connector In = input Real;
connector Out = output Real;
model Seven
  Out y = 7;
end Seven;
model One
  Out y = 1;
end One;
model Chosen
  parameter Boolean special = false;
  Out y;
  Seven seven if special;
  One one if not special;
equation
  connect(seven.y, y);
  connect(one.y, y);
end Chosen;
model Conditional
  Chosen with_(special = true), without_;
end Conditional;
