package ModelicaServices "What the Modelica Standard Library asks of a tool, as Mica provides it"
  constant String target = "Mica" "The tool that these services are of";

  package Animation "Shapes in space: their parameters and inputs are kept, so that a result can be shown; nothing is drawn while a model runs"
    model Shape "A body of an elementary form, or of a file"
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialShape;
    protected
      Real extent = sqrt(lengthDirection*lengthDirection) "Length of lengthDirection";
      Real e_x[3](each unit="1") = if noEvent(extent < 1e-10) then {1, 0, 0} else lengthDirection/extent "Unit vector of the length, in the frame of the object";
      Real normal[3](each unit="1") = cross(e_x, if noEvent(abs(e_x*widthDirection) < 0.999*sqrt(widthDirection*widthDirection)) then widthDirection
        else if noEvent(abs(e_x[1]) < 0.9) then {1, 0, 0} else {0, 1, 0}) "Normal to length and width; another width is taken where it is along the length";
      Real e_y[3](each unit="1") = cross(normal, e_x)/sqrt(normal*normal) "Unit vector of the width, in the frame of the object";
      output Real form = if shapeType == "box" then 1 elseif shapeType == "sphere" then 2 elseif shapeType == "cylinder" then 3 elseif shapeType == "pipecylinder" then 4
        elseif shapeType == "cone" then 5 elseif shapeType == "pipe" then 6 elseif shapeType == "beam" then 7 elseif shapeType == "gearwheel" then 8
        elseif shapeType == "spring" then 9 else 0 "Number of the form; 0: of a file";
      output Real lengthAxis[3](each unit="1") = e_x*R.T "Unit vector of the length, in the world";
      output Real widthAxis[3](each unit="1") = e_y*R.T "Unit vector of the width, in the world";
      output Real position[3](each unit="m") = r + r_shape*R.T "Origin of the form, in the world";
      output Real size[3](each unit="m") = {length, width, height};
      output Real material = color[1]*65536 + color[2]*256 + color[3] + specularCoefficient/2 "Colour by bytes; the fraction is half the specular coefficient";
      output Real data = extra "Depends on the form, such as the number of turns of a spring";
      annotation (Documentation(info="<html>
<p>The variables say how the form stands in the world at each time of a result, whatever frame it is fixed to: two axes, a position, a size and a material.</p>
</html>"));
    end Shape;

    model Vector "An arrow whose length stands for a quantity that is no length"
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialVector;
    protected
      parameter Real scale = 1e-3 "Length of the arrow by the length of the quantity";
      parameter Real diameter(unit="m") = 0.02 "Of the arrow";
      Real direction[3] = if headAtOrigin then -coordinates else coordinates "From the origin of the vector to its other end";
      Shape arrow(shapeType="arrow", R=R, r=r, lengthDirection=direction, length=scale*sqrt(direction*direction), width=diameter, height=diameter,
        color=color, specularCoefficient=specularCoefficient);
    end Vector;

    model Surface "A surface whose points a function gives"
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialSurface;
    end Surface;
  end Animation;

  package ExternalReferences "Files beside a library"
    function loadResource "The absolute name of the file that a modelica:// address, a file:// address or a file name stands for"
      extends Modelica.Utilities.Internal.PartialModelicaServices.ExternalReferences.PartialLoadResource;
    external "builtin" fileReference = resourceFile(uri);
      annotation (Documentation(info="<html>
<p>An address <code>modelica://Library.Package/path</code> is looked for below the directory of <code>Library</code>. The address of a library that is not
there stays as it is; what then tries to open it says so.</p>
</html>"));
    end loadResource;
  end ExternalReferences;

  package Machine "Numbers of the processor: IEEE 754 doubles, Integers of 32 bits"
    final constant Real eps = 2.220446049250313e-16 "Distance from 1 to the next greater number, 2^(-52)";
    final constant Real small = 2.2250738585072014e-308 "Least positive number of full precision, 2^(-1022)";
    final constant Real inf = 1.7976931348623157e308 "Greatest finite number, (2 - 2^(-52))*2^1023";
    final constant Integer Integer_inf = 2147483647 "Greatest Integer whose negative is one too, 2^31 - 1";
  end Machine;

  package System "The program that runs the model"
    impure function exit "Ends the simulation, with a message: the program that runs it, and what else is in it, goes on"
      extends Modelica.Utilities.Internal.PartialModelicaServices.System.exitBase;
    algorithm
      assert(false, "the model ends the simulation, with status " + String(status));
    end exit;
  end System;

  package Types "Types with choices that a tool adds to"
    type SolverMethod = String "How the differential equations of a clocked partition are solved between its ticks" annotation (choices(
        choice="External" "By the solver of the simulation",
        choice="ExplicitEuler" "Euler's method, order 1",
        choice="ExplicitMidPoint2" "Mid-point rule, order 2",
        choice="ExplicitRungeKutta4" "Method of Runge and Kutta, order 4",
        choice="ImplicitEuler" "Backward Euler method, order 1",
        choice="ImplicitTrapezoid" "Trapezoidal rule, order 2"));
  end Types;

  annotation (
    version="4.1.0",
    conversion(
      noneFromVersion="1.0",
      noneFromVersion="1.1",
      noneFromVersion="1.2",
      noneFromVersion="3.2.1",
      noneFromVersion="3.2.2",
      noneFromVersion="3.2.3",
      noneFromVersion="4.0.0"),
    Documentation(info="<html>
<p>The Modelica Standard Library leaves to the tool what depends on it: files, animation, numbers of the machine. This package has the names and interfaces
that the library expects. It comes before the package of the same name that a library folder holds: see <code>manifest.json</code> beside it.</p>
</html>"));
end ModelicaServices;
