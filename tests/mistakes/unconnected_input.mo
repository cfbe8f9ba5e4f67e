// mica check
model UnconnectedInput
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Gain
    parameter Real k = 1;
    RealInput u;
    RealOutput y;
  equation
    y = k*u;
  end Gain;
  block Controller
    RealInput u;
    RealOutput y;
    Gain inner_gain(k = 3);
  equation
    connect(u, inner_gain.u);
    connect(inner_gain.y, y);
  end Controller;
  Controller control;
  Gain stage[3](each k = 2);
  Real x(start = 1, fixed = true);
equation
  stage[1].u = x;
  connect(stage[1].y, stage[2].u);
  der(x) = -x + control.y + stage[3].y;
end UnconnectedInput;
