within Mica.Papers;
package Modelica2 "Otter, Olsson: New Features in Modelica 2.0, 2002"
  extends Icons.Package;

  model FixedFrame "A coordinate system in another one"
    parameter Real r[3] = {0, 0, 0} "Translation";
    parameter Real alpha = 0 "Rotation about x";
    parameter Real beta = 0 "Rotation about y";
    parameter Real gamma = 0 "Rotation about z";
    annotation (Icon(graphics={Line(points={{-60, -60}, {60, -60}}, color={60, 60, 60}, arrow={Arrow.None, Arrow.Filled}), Line(points={{-60, -60}, {-60, 60}}, color={60, 60, 60}, arrow={Arrow.None, Arrow.Filled})}));
  end FixedFrame;

  model Part "A part with frames"
    parameter Integer n = 0 "Number of frames";
    FixedFrame frames[n] "The frames";
    annotation (Icon(graphics={Rectangle(extent={{-80, 60}, {80, -60}}, lineColor={60, 60, 60}, fillColor={235, 235, 235}, fillPattern=FillPattern.Solid)}));
  end Part;

  model ComponentArrays "Modifiers of arrays of components"
    extends Icons.Example;
    Part p1(n=4, frames(beta={1, 2, 3, 4}, r=fill(1, 4, 3))) "One value for each frame" annotation (Placement(transformation(extent={{-70, 30}, {-50, 50}})));
    Part p2(n=10, frames(each r={1, 0, 0})) "The same for all" annotation (Placement(transformation(extent={{-10, 30}, {10, 50}})));
    Part p3[10](each n=3, each frames(each beta=1)) "Arrays in arrays" annotation (Placement(transformation(extent={{50, 30}, {70, 50}})));
    parameter Integer n = 4 "Number of cells";
    parameter Units.Length L = 1 "Length";
    parameter Real r(unit="Ohm/m") = 100 "Resistance per length";
    Electrical.Resistor R[n + 1](R=vector([Re/2; fill(Re, n - 1); Re/2])) "Half of a cell at the ends" annotation (Placement(transformation(extent={{-10, -30}, {10, -10}})));
    Electrical.ConstantVoltage source(V=10) annotation (Placement(transformation(origin={-60, -20}, extent={{-10, -10}, {10, 10}}, rotation=180)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{50, -70}, {70, -50}})));
    Real checks[4] = {sum(p1.frames.beta), sum(p1.frames.r), sum(p2.frames[:].r[1]), sum(p3.frames.beta)} "10, 12, 10 and 30";
  protected
    parameter Units.Resistance Re = r*L/n "Resistance of a cell";
  equation
    connect(source.p, R[1].p) annotation (Line(points={{-50, -20}, {-10, -20}}, color={0, 0, 255}));
    for k in 1:n loop
      connect(R[k].n, R[k + 1].p) annotation (Line(points={{10, -20}, {-10, -20}}, color={0, 0, 255}));
    end for;
    connect(R[n + 1].n, ground.p) annotation (Line(points={{10, -20}, {60, -20}, {60, -50}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-70, -20}, {60, -20}, {60, -50}}, color={0, 0, 255}));
    annotation (experiment(StopTime=1, Interval=0.5), Documentation(info="<html><p>The paper also writes <code>frames[1](r = {1, 0, 0})</code>, a modifier of one element, which later versions of the language have given up.</p></html>"));
  end ComponentArrays;

  model BlockVectors "Three sine waves into a system with three inputs"
    extends Icons.Example;
    Blocks.Sine s[3](each f=50, phase={0, 2, -2}) annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
    Blocks.Continuous.StateSpace b(A=[-1, 0; 0, -2], B=[1, 1, 1; 1, 0, 0], C=[1, 0; 0, 1]) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
  equation
    connect(s.y, b.u) annotation (Line(points={{-49, 0}, {8, 0}}, color={0, 0, 127}));
    annotation (experiment(StopTime=10, Interval=0.1, Tolerance=1e-9), Documentation(info="<html><p><code>connect(s.y, b.u)</code> joins three outputs with one vector of inputs.</p></html>"));
  end BlockVectors;

  type TextStyle = enumeration(Bold, Italic, UnderLine) "The paper's enumeration";

  model Enumerations "Values that are equal, and in an order"
    extends Icons.Example;
    parameter TextStyle t1 = TextStyle.Bold "First";
    parameter TextStyle t2 = t1 "Second";
    Boolean ordered = t1 < TextStyle.Italic and TextStyle.Italic < TextStyle.UnderLine and t1 == t2 "The order is that of the declaration";
    Integer number = Integer(TextStyle.UnderLine) "Place in the order";
    Integer turns(start=0, fixed=true) "Changes so far";
    TextStyle style(start=TextStyle.Bold, fixed=true) "Changes each second";
  equation
    when sample(1, 1) then
      turns = pre(turns) + 1;
      style = if pre(style) == TextStyle.Bold then TextStyle.Italic elseif pre(style) == TextStyle.Italic then TextStyle.UnderLine else TextStyle.Bold;
    end when;
    annotation (experiment(StopTime=4.5, Interval=0.5));
  end Enumerations;

  model StateSelection "Two inertias at high speed, whose difference is a state"
    extends Icons.Example;
    Rotational.Inertia left(J=1, phi(stateSelect=StateSelect.default), w(start=1000, fixed=true, stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
    Rotational.SpringDamper shaft(c=1e4, d=10, phi_rel(start=0.1, fixed=true, stateSelect=StateSelect.always), w_rel(start=0, fixed=true, stateSelect=StateSelect.always)) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Rotational.Inertia right(J=1, phi(start=0, fixed=true, stateSelect=StateSelect.default), w(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{50, -10}, {70, 10}})));
  equation
    connect(left.b, shaft.a) annotation (Line(points={{-50, 0}, {-10, 0}}, color={90, 90, 90}));
    connect(shaft.b, right.a) annotation (Line(points={{10, 0}, {50, 0}}, color={90, 90, 90}));
    annotation (experiment(StopTime=10, Interval=0.1, Tolerance=1e-9), Documentation(info="<html><p>The angles grow to 10000 rad; their difference, taken from them, would have an error of a hundredth. As a state it comes to rest at zero.</p></html>"));
  end StateSelection;

  model MixedStart "One state starts from a value, one at rest"
    extends Icons.Example;
    Real x1(start=1, fixed=true) "Starts from 1";
    Real x2 "Starts at rest";
  initial equation
    der(x2) = 0;
  equation
    der(x1) = -x1 + x2;
    der(x2) = -x2;
    annotation (experiment(StopTime=1, Interval=0.1, Tolerance=1e-9));
  end MixedStart;

  function realToString "A number as text"
    extends Icons.Function;
    input Real number "The number";
    input Integer precision = 6 "Significant digits";
    input Integer minLength = 0 "Least length";
    output String string "The text";
  algorithm
    string := String(number, significantDigits=precision, minimumLength=minLength);
  end realToString;

  function blanks "A text of blanks"
    extends Icons.Function;
    input Integer n(min=0) "How many";
    output String blankString "The text";
  external "C" blankString = micaBlanks(n) annotation (Include="
#include \"ModelicaUtilities.h\"
static const char* micaBlanks(int n) {
  char* text = ModelicaAllocateString((size_t)n);
  int i;
  for (i = 0; i < n; i++) text[i] = ' ';
  text[n] = '\\0';
  return text;
}
");
  end blanks;

  model Functions "Arguments by place, by name and by default; text from C"
    extends Icons.Example;
    parameter Boolean same = realToString(2.0) == realToString(2.0, 6, 0) and realToString(2.0, 6) == realToString(2.0, precision=6) and realToString(2.0) == realToString(2.0, minLength=0) "All five calls of the paper give the same";
    parameter Boolean blank = blanks(3) == "   " "Three blanks, made in C";
    Boolean both = same and blank "Both";
    annotation (experiment(StopTime=1, Interval=0.5));
  end Functions;

  record ComplexNumber "The paper's complex number"
    extends Icons.Record;
    Real re "Real part";
    Real im "Imaginary part";
  end ComplexNumber;

  function add "Sum of complex numbers"
    extends Icons.Function;
    input ComplexNumber u "First";
    input ComplexNumber v "Second";
    output ComplexNumber w "Sum";
  algorithm
    w := ComplexNumber(re=u.re + v.re, im=u.im + v.im);
  end add;

  record MotorData "Data sheet of a motor"
    extends Icons.Record;
    parameter Units.MomentOfInertia inertia = 1 "Moment of inertia";
    parameter Units.Torque nominalTorque = 1 "Nominal torque";
    parameter Units.Torque maxTorque = 1 "Highest torque";
    parameter Real maxSpeed(unit="1/min") = 1 "Highest speed";
  end MotorData;

  record M103 = MotorData(inertia=0.001, nominalTorque=10, maxTorque=20, maxSpeed=3600) "A motor of the data sheets";
  record M104 = MotorData(inertia=0.0015, nominalTorque=15, maxTorque=22, maxSpeed=3600) "Another motor of the data sheets";

  model Motor "A motor that is its data"
    parameter MotorData data "Data sheet";
    Units.AngularVelocity w(start=0, fixed=true) "Speed under nominal torque";
  equation
    data.inertia*der(w) = data.nominalTorque;
    annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={60, 60, 60}), Text(extent={{-40, 35}, {40, -35}}, textString="M")}));
  end Motor;

  model Records "Constructors of records"
    extends Icons.Example;
    ComplexNumber c1 = ComplexNumber(1, 2) "A number";
    ComplexNumber c2 = add(c1, ComplexNumber(sin(time), cos(time))) "A sum";
    Motor m1(data=M103()) "From the data sheets" annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Motor m2(data=M104(inertia=0.0012)) "From the data sheets, with another inertia" annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    annotation (experiment(StopTime=0.5, Interval=0.1, Tolerance=1e-9));
  end Records;

  model Iterators "Reductions and arrays from iterators"
    extends Icons.Example;
    parameter Real a[3, 2] = [1, 2; 3, 4; 5, 6] "Coefficients";
    Real total = sum(i for i in 1:10) "55";
    Real squares = sum(i^2 for i in {1, 3, 7, 6}) "95";
    Real highest = max(i^2 for i in {3, 7, 6}) "49";
    Real polynomial = product(a[i, 1]*2 + a[i, 2] for i) "(1*2 + 2)*(3*2 + 4)*(5*2 + 6)";
    Real row[5] = {i^2 for i in 1:5} "1, 4, 9, 16, 25";
    Real diagonalMatrix[4, 4] = {if i == j then i else 0 for i in 1:4, j in 1:4} "The paper's special matrix";
    Real B[2, 3] = [1, 2, 3; 4, 5, 6] "A matrix";
    Real A[2, 3] "Its squares, with ranges that follow from the sizes";
  equation
    for i, j loop
      A[i, j] = B[i, j]^2;
    end for;
    annotation (experiment(StopTime=1, Interval=0.5), Documentation(info="<html><p><code>{v for i in 1:n, j in 1:m}</code> has the size [m, n] in the specification; the paper says (n, m).</p></html>"));
  end Iterators;
  annotation (Documentation(info="<html><p>The listings of the paper as models of today. Tables as external objects are in <a href=\"modelica://Mica.Examples.TableObject\">TableObject</a>. What later versions took back is not here: modifiers of single elements, and outputs of functions that an attribute <code>enable</code> omits.</p></html>"));
end Modelica2;
