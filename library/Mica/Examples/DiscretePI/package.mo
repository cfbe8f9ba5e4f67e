within Mica.Examples;
package DiscretePI "A plant under a sampled controller, started in four ways"
  extends Icons.Package;

  partial model Plant "What the four have in common"
    extends Icons.Example;
    parameter Real k = 10 "Gain of the controller";
    parameter Units.Time T = 1 "Time of its integral part";
    parameter Units.Time Ts = 0.01 "Time between samples";
    Real xref = if time < 0.505 then 1 else 1.5 "Reference";
    discrete Real xd "Integral part of the controller";
    discrete Real u "Output of the controller";
    Real x "State of the plant";
  equation
    der(x) = -x + u;
    annotation (experiment(StopTime=1, Tolerance=1e-8));
  end Plant;

  annotation (Documentation(info="<html>
<p>Mattsson, Elmqvist, Otter, Olsson: <em>Initialization of Hybrid Differential-Algebraic Equations in Modelica 2.0</em>, 2002. Section 6.</p>
</html>"));
end DiscretePI;
