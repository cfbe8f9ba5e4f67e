// A connection to a component that is not there falls away, also where its other end would need a subscript that only fits if it were there; a condition in an
// array without elements is not asked for; a branch that is never taken need not fit.
// expect: i.u[1] at end = 4
// expect: h at end = 0
model AbsentEnd
  connector Output = output Real;
  connector Input = input Real;
  block Out
    Output y = 4;
  end Out;
  block In
    parameter Integer n;
    Input u[n];
  end In;
  model Part
    parameter Boolean has = true;
    parameter Real gain[2] = {1, 2};
    Real x = 1 if has;
    Real z = 2 if gain[2] > 1;
  end Part;
  parameter Boolean two = false;
  parameter Integer parts = 0;
  Out one;
  Out other if two;
  In i(n = if two then 2 else 1);
  Part part[parts](each has = false);
  Part listed[parts](has = fill(true, parts));
  Real values[parts] = fill(1.0, parts);
  Real h;
algorithm
  h := 0;
  if parts > 0 then
    h := values[1];
  end if;
equation
  connect(one.y, i.u[1]);
  connect(other.y, i.u[2]);
end AbsentEnd;
