within Mica.Examples;
model BouncingBall "A ball that falls and bounces"
  extends Icons.Example;
  parameter Units.Acceleration g = 9.81 "Acceleration of gravity";
  parameter Real c(min=0, max=1) = 0.9 "Part of the velocity that is left after a bounce";
  parameter Units.Length radius = 0.1 "Radius of the ball";
  Units.Position height(start=1, fixed=true) "Height of the centre";
  Units.Velocity velocity(start=0, fixed=true) "Velocity upwards";
equation
  der(height) = velocity;
  der(velocity) = -g;
  when height <= radius then
    reinit(velocity, -c*pre(velocity));
  end when;
  annotation (
    experiment(StopTime=5, Tolerance=1e-8),
    Documentation(info="<html>
<p>Fritzson, Gunnarsson, Jirstrand: <em>MathModelica: an Extensible Modeling and Simulation Environment</em>, 2002.</p>
</html>"));
end BouncingBall;
