// Section 8.3.4: an if-equation that switches over time and one that a parameter decides.
// expect: y at 0.5 = 1
// expect: y at 1.5 = 3
// expect: a at 0 = 10
// expect: b at 0 = 20
// options: --stop-time 2 --interval 0.5
model IfEquation
  parameter Boolean two = true;
  Real y, a, b;
equation
  if time < 1 then
    y = 1;
  elseif time < 3 then
    y = 3;
  else
    y = 5;
  end if;
  if two then
    a = 10;
    b = 20;
  else
    a = b;
    b = 0;
  end if;
end IfEquation;
