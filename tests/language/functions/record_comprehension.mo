// A comprehension of records inside a function that runs with the model: of variables, so that nothing is known at translation.
// expect: y at end = 14
// expect: named at end = 5
record Surface
  String name;
  Real A;
  Integer kind;
end Surface;
function collect
  input Integer n;
  input Real A[n];
  output Surface s[n];
algorithm
  s := {Surface(name = "wall " + String(i), A = i*A[i], kind = i) for i in 1:n};
end collect;
function total
  input Real A[:];
  output Real sum;
  output Integer length;
protected
  Surface s[size(A, 1)];
algorithm
  s := collect(size(A, 1), A);
  sum := 0;
  for i in 1:size(A, 1) loop
    sum := sum + s[i].A*(if s[i].kind == i then 1 else 0);
  end for;
  length := if s[2].name == "wall 2" then 5 else 0;
end total;
model RecordComprehension
  Real y "1 + 4 + 9";
  Integer named;
equation
  (y, named) = total({time, 2*time, 3*time});
end RecordComprehension;
