within Mica.Rotational;
partial model DryFriction "Dry friction between two parts that are pressed together: they slide forward, stick or slide backward"
  type Mode = enumeration(Open "Not pressed: no torque", Backward "Slides backward", Stuck "Does not slide", Forward "Slides forward");
  parameter Units.Torque tau_max(min=0) = 100 "Torque with which the parts slide when they are pressed fully";
  parameter Real peak(min=1) = 1 "Torque at which they begin to slide, divided by that with which they slide on";
  parameter Real u_open = 1e-3 "Pressed less than this the parts do not touch";
  parameter Units.Time settling = 0.01 "Time constant with which the slip dies out that is left when the parts begin to stick";
  Blocks.RealInput u "How much the parts are pressed: 0 not at all, 1 fully" annotation (Placement(transformation(extent={{-20, -20}, {20, 20}}, origin={0, 120}, rotation=270)));
  Units.AngularVelocity w_rel(start=0) "Speed with which they slide";
  Units.AngularAcceleration a_rel "Its rate of change";
  Units.Torque tau "Torque that acts against the sliding";
  Units.Torque capacity = tau_max*noEvent(max(u, u_open)) "Torque with which they slide if they touch";
  Real s "Place on the characteristic: the torque where they stick, beyond it how fast the sliding grows";
  Boolean open "Not pressed";
  Boolean loose "Takes no torque: not pressed, or only now";
  Boolean startForward(start=false, fixed=true) "Begins to slide forward";
  Boolean startBackward(start=false, fixed=true) "Begins to slide backward";
  Boolean forward "Slides forward, or begins to";
  Boolean backward "Slides backward, or begins to";
  Mode mode(start=Mode.Stuck, fixed=true);
protected
  constant Units.AngularAcceleration unitAcceleration = 1;
  constant Units.Torque unitTorque = 1;
  constant Units.AngularVelocity unitVelocity = 1;
  constant Units.AngularVelocity w_touch = 1e-6 "Parts that touch again and are slower than this stick at once";
  Units.Torque held "Torque that holds the parts together, where they stick";
  Units.Torque limit "Torque at which they no longer stick";
  Units.AngularVelocity slip "Speed in the direction in which they slide; any positive value where they do not";
  Boolean slides "They still slide in that direction";
equation
  open = u < u_open;

  // What holds now: a mixed system of equations where the parts stick. The relations can change only where they matter.
  held = if pre(mode) == Mode.Stuck then s*unitTorque else 0;
  limit = if pre(startForward) or pre(startBackward) then capacity else peak*capacity;
  startForward = held > limit;
  startBackward = held < -limit;
  loose = open or pre(mode) == Mode.Open;
  forward = not loose and (pre(mode) == Mode.Forward or startForward);
  backward = not loose and (pre(mode) == Mode.Backward or startBackward);
  a_rel + w_rel/settling = unitAcceleration*(if loose then s elseif forward then s - capacity/unitTorque elseif backward then s + capacity/unitTorque else 0);
  tau = if loose then 0 elseif forward then capacity elseif backward then -capacity else s*unitTorque;

  // What comes next. Parts that touch again slide in the direction in which they were moving.
  slip = if forward then w_rel elseif backward then -w_rel else unitVelocity;
  slides = slip > 0;
  mode = if open then Mode.Open
    elseif pre(mode) == Mode.Open then noEvent(if w_rel > w_touch then Mode.Forward elseif w_rel < -w_touch then Mode.Backward else Mode.Stuck)
    elseif forward and slides then Mode.Forward
    elseif backward and slides then Mode.Backward
    else Mode.Stuck;
  annotation (Documentation(info="<html>
<p>The torque of dry friction is a function of the speed, except at speed zero, where it is whatever keeps the parts together, up to a limit. Both are one curve over its own length <code>s</code>:
the torque where the parts stick, and beyond the limit the acceleration with which they begin to slide. So the number of states does not change with the mode; what changes is a linear system
of equations, and a state machine keeps account of the mode.</p>
<p>A step of fixed length ends a little behind the instant at which the slip is zero. What is left of it decays with the time constant <code>settling</code>, so that parts that stick do not creep.
It must be longer than the step of an explicit method.</p>
<p>Mattsson, Otter, Elmqvist: <em>Modelica Hybrid Modeling and Efficient Simulation</em>, 1999.</p>
</html>"));
end DryFriction;
