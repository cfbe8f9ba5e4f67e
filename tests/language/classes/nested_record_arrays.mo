// Fields of fields of an array of records that is made by a comprehension and a condition.
// expect: x at 1 = 3
// expect: y at 1 = 10
// expect: c[1].rc[2].R at 0 = 2
record RC
  parameter Real R = 1;
  parameter Real C = 10*R;
end RC;
record Cell
  parameter Integer n = 2;
  parameter RC rc[n];
end Cell;
model NestedRecordArrays
  parameter Cell a(rc(R = {1, 2})), b(rc(R = {3, 4}));
  parameter Cell c[2] = {if i == 1 then a else b for i in 1:2};
  Real x = c[2].rc[1].R*time;
  Real y = sum(c.rc.R)*time;
end NestedRecordArrays;
