// mica check
model ConnectTwoOutputs
  Mica.Blocks.Constant a, b;
  Mica.Blocks.Gain gain;
equation
  connect(a.y, gain.u);
  connect(b.y, gain.u);
end ConnectTwoOutputs;
