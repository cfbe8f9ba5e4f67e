// Must simulate: X = {1.01, -0.01} at time 1.
model SubscriptInitial "Unknowns picked by an index that an initial algorithm finds"
  parameter Integer i_w(fixed = false), i_nw(fixed = false);
  Real X[2];
initial algorithm
  i_w := 1;
  i_nw := if i_w == 1 then 2 else 1;
equation
  X[i_w] = 0.01 + time;
  X[i_nw] = 1 - X[i_w];
end SubscriptInitial;
