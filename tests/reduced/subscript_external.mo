// Needs the Standard Library. Must simulate: X = {1.01, -0.01} at time 1.
model SubscriptExternal "Unknowns picked by an index that an external function finds"
  parameter String names[2] = {"Water", "Air"};
  parameter Integer i_w = sum({if Modelica.Utilities.Strings.isEqual(names[i], "water", false) then i else 0 for i in 1:2});
  parameter Integer i_nw = if i_w == 1 then 2 else 1;
  Real X[2];
equation
  X[i_w] = 0.01 + time;
  X[i_nw] = 1 - X[i_w];
end SubscriptExternal;
