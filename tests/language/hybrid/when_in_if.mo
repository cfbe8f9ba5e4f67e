// Section 8.3.5: when-clauses in the branches of an if-equation; the condition is a parameter and decides which of them there is.
// expect: on.t at 0.7 = 0.5
// expect: off.t at 0.7 = 3
// expect: n at 0 = 4                   Evaluate = true: the value decides about the structure
model Timer
  parameter Boolean enable = true;
  discrete Real t(start = 3, fixed = true);
equation
  if enable then
    when time > 0.5 then
      t = time;
    end when;
  else
    when false then
      t = pre(t);
    end when;
  end if;
end Timer;
model WhenInIf
  Timer on;
  Timer off(enable = false);
  parameter Integer m = 4 annotation (Evaluate = true);
  Integer n = m;
end WhenInIf;
