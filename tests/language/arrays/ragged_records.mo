// Records of different size in one array: each element keeps its own sizes, whether they come from a parameter of the record or from `:`.
// expect: s at end = 13
// expect: n[1] at end = 2
// expect: n[2] at end = 1
// expect: t at end = 5
record Wall
  parameter Integer n;
  parameter Real d[n];
  parameter Real sum_d = sum(d);
end Wall;
record Data
  parameter Real k = 1;
  parameter Real tab[:, 2] = [0, 0; 1, 1];
end Data;
model Ragged
  parameter Wall thick(n = 2, d = {4, 5});
  parameter Wall thin(n = 1, d = {2});
  parameter Wall walls[3] = {thick, thin, thin};
  Real s = sum({walls[i].sum_d for i in 1:3});
  Integer n[2] = {walls[1].n, walls[3].n};
  parameter Data data[2] = {Data(k = 2), Data(k = 3, tab = [0, 0; 1, 2; 2, 5])};
  Real t = size(data[1].tab, 1) + size(data[2].tab, 1);
end Ragged;
