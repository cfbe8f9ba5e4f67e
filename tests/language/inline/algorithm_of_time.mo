// An algorithm of time alone, in whose mode another branch is taken: the code that a mode has of its own remembers for which time it was computed, too.
// expect: y at 0.3 = 0.21
// expect: y at 1 = 0.644217687237691
// The integral of exp(time - 1)*y, by the midpoint rule.
// expect: x at 1 = 0.2461180340 +- 2e-4
// options: --method inline-euler --step 1e-4 --intervals 10 --modes wait
model AlgorithmOfTime
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = y - x;
algorithm
  z := 0.7*time;
  if z > 0.3 then
    y := sin(z);
  else
    y := z;
  end if;
end AlgorithmOfTime;
