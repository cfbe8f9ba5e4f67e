// Five currents that meet in a star point have no zero sequence, whatever inductance it has: i0 is no state, and the voltage of the star point is that of all phases
// in the mean, 1/5 here.
// expect: i0 at end = 0
// expect: star at end = 0.2
// expect: i[1] at end = 1.641470985
// options: --stop-time 1 --interval 0.5
model ZeroSequence
  constant Real pi = 3.141592653589793;
  parameter Real R = 1, L = 2;
  Real i[5], v[5], i0, star;
equation
  for k in 1:5 loop
    v[k] = sin(time + 2*pi*(k - 1)/5) + (if k == 1 then 1 else 0);
    v[k] = R*i[k] + L*der(i0) + star;
  end for;
  5*i0 = sum(i);
  sum(i) = 0;
end ZeroSequence;
