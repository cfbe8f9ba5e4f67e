package ModelicaServices "What the Modelica Standard Library asks of a tool, as Mica provides it"
  constant String target = "Mica" "The tool that these services are of";

  package Animation "Shapes in space: their parameters and inputs are kept, so that a result can be shown; nothing is drawn while a model runs"
    model Shape "A body of an elementary form, or of a file"
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialShape;
    end Shape;

    model Vector "An arrow whose length stands for a quantity that is no length"
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialVector;
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
