within Mica.Examples;
model CoulombFriction "A block on a rough surface, pushed to and fro"
  extends Icons.Example;
  type Mode = enumeration(Backward "Slides backward", Stuck "Does not slide", Forward "Slides forward");
  parameter Units.Mass m = 1 "Mass of the block";
  parameter Units.Force f0 = 1 "Force at which it begins to slide";
  parameter Real f1(unit="N.s/m") = 0.5 "Rise of the friction force with velocity";
  parameter Units.Force amplitude = 2 "Largest push";
  parameter Real omega(unit="rad/s") = 2 "Of the push";
  Units.Force u = amplitude*sin(omega*time) "Push";
  Units.Force f "Friction force";
  Units.Velocity v(start=0, fixed=true) "Velocity";
  Units.Acceleration a "Acceleration";
  Real sa "Place on the characteristic at v = 0";
  Boolean startFor(start=false, fixed=true) "Begins to slide forward";
  Boolean startBack(start=false, fixed=true) "Begins to slide backward";
  Mode mode(start=Mode.Stuck, fixed=true);
protected
  constant Units.Acceleration unitAcceleration = 1;
equation
  m*a = u - f;
  a = der(v);

  // The mixed system of equations at v = 0.
  startFor = pre(mode) == Mode.Stuck and sa > 1;
  startBack = pre(mode) == Mode.Stuck and sa < -1;
  if pre(mode) == Mode.Forward or startFor then
    a = (sa - 1)*unitAcceleration;
    f = f0 + f1*v;
  elseif pre(mode) == Mode.Backward or startBack then
    a = (sa + 1)*unitAcceleration;
    f = -f0 + f1*v;
  else
    a = 0;
    f = f0*sa;
  end if;

  // The state machine that finds the next configuration.
  mode = if (pre(mode) == Mode.Forward or startFor) and v > 0 then Mode.Forward
    elseif (pre(mode) == Mode.Backward or startBack) and v < 0 then Mode.Backward
    else Mode.Stuck;
  annotation (
    experiment(StopTime=10, Tolerance=1e-8),
    Documentation(info="<html>
<p>When the block sticks its velocity is no longer free, and the number of states would change. It does not, because the model says what holds at velocity zero in terms of the acceleration:
<code>sa</code> is the place on the characteristic of force over acceleration, and a state machine with the modes backward, stuck and forward waits until the block really moves.</p>
<p>Mattsson, Otter, Elmqvist: <em>Modelica Hybrid Modeling and Efficient Simulation</em>, 1999.</p>
</html>"));
end CoulombFriction;
