package Foreign "Foreign code and files that travel inside an FMU"
  function Twice "Defined in the annotation, for this file alone"
    input Real x;
    output Real y;
    external "C" y = foreign_twice(x) annotation (Include = "static double foreign_twice(double x) { return 2*x; }");
  end Twice;

  function Cube "From sources that come with the library, of which one calls the other"
    input Real x;
    output Real y;
    external "C" y = foreign_cube(x) annotation (Include = "#include \"foreign.h\"");
  end Cube;

  function Root "Fails where there is none"
    input Real x;
    output Real y;
    external "C" y = foreign_root(x) annotation (Include = "#include \"foreign.h\"");
  end Root;

  class Counter "Counts the calls of Next"
    extends ExternalObject;
    function constructor
      input Real start;
      output Counter counter;
      external "C" counter = foreign_counter_new(start) annotation (Include = "#include \"foreign.h\"");
    end constructor;
    function destructor
      input Counter counter;
      external "C" foreign_counter_free(counter) annotation (Include = "#include \"foreign.h\"");
    end destructor;
  end Counter;

  impure function Next
    input Counter counter;
    output Real value;
    external "C" value = foreign_counter_next(counter) annotation (Include = "#include \"foreign.h\"");
  end Next;

  impure function FirstNumber "The number at the beginning of a file"
    input String file;
    output Real value;
    external "C" value = foreign_first_number(file) annotation (Include = "#include \"foreign.h\"");
  end FirstNumber;

  model Test
    parameter Real start = 10;
    parameter String file = Modelica.Utilities.Files.loadResource("modelica://Foreign/Resources/Data/number.txt");
    parameter Boolean fails = false;
    output Real y(start = 0, fixed = true) "2*t^2/2 = t^2";
    output Real z "t^3";
    output Real r;
    discrete output Real n(start = 0, fixed = true) "Ticks so far, from start on";
    discrete output Real f(start = 0, fixed = true) "What the file holds";
  protected
    Counter counter = Counter(start);
  equation
    der(y) = Twice(time);
    z = Cube(time);
    r = Root(if fails then 0.25 - time else 0.25 + time);
    when sample(0.1, 0.2) then
      n = Next(counter);
      f = FirstNumber(file);
    end when;
  end Test;
end Foreign;
