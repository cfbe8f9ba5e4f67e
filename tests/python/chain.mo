model Chain "Five masses between springs: ten states"
  parameter Real c = 10;
  parameter Real d = 0.5;
  parameter Real m = 1;
  Real s[5](start = {1, 0, 0, 0, 0}, each fixed = true);
  Real v[5](each start = 0, each fixed = true);
equation
  der(s) = v;
  m*der(v[1]) = c*(s[2] - 2*s[1]) - d*v[1];
  for i in 2:4 loop
    m*der(v[i]) = c*(s[i + 1] - 2*s[i] + s[i - 1]) - d*v[i];
  end for;
  m*der(v[5]) = c*(s[4] - 2*s[5]) - d*v[5];
  annotation (experiment(StopTime = 1, Tolerance = 1e-6, Interval = 0.01));
end Chain;
