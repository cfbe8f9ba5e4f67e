within Mica.Examples;
model SmoothStep "Calls a function written in C"
  extends Icons.Example;

  function Step "3*x^2 - 2*x^3 between 0 and 1, constant outside"
    extends Icons.Function;
    input Real x;
    output Real y;
  external "C" y = MicaSmoothStep(x) annotation (Include="#include \"MicaSmoothStep.h\"");
  end Step;

  Real y "The step";
  Real area(start=0, fixed=true) "Its integral";
equation
  y = Step(time);
  der(area) = y;
  annotation (
    experiment(StopTime=2, Tolerance=1e-8),
    Documentation(info="<html><p>The C function stands in <code>Resources/Include</code>, where the tool looks for the file of the Include annotation.</p></html>"));
end SmoothStep;
