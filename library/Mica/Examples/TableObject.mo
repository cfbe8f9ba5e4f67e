within Mica.Examples;
model TableObject "Keeps a table in an external object"
  extends Icons.Example;

  class Table "Points through which a function runs in straight lines"
    extends ExternalObject;

    function constructor "Takes the points"
      input Real x[:] "Rising";
      input Real y[size(x, 1)];
      output Table table;
    external "C" table = MicaTableNew(x, y, size(x, 1)) annotation (Include="#include \"MicaTable.h\"", Library="MicaTable");
    end constructor;

    function destructor "Gives the memory back"
      input Table table;
    external "C" MicaTableFree(table) annotation (Include="#include \"MicaTable.h\"", Library="MicaTable");
    end destructor;
  end Table;

  function Value "The value at x; beyond the ends the first or last line goes on"
    extends Icons.Function;
    input Table table;
    input Real x;
    output Real y;
  external "C" y = MicaTableValue(table, x) annotation (Include="#include \"MicaTable.h\"", Library="MicaTable");
  end Value;

  Table table = Table({0, 1, 2, 4}, {0, 2, 1, 1}) "Made once at the start, freed once at the end";
  Real y "Value of the table";
  Real x(start=0, fixed=true) "Follows it";
equation
  y = Value(table, time);
  der(x) = y - x;
  annotation (
    experiment(StopTime=4, Interval=0.01, Tolerance=1e-8),
    Documentation(info="<html><p>The library <code>MicaTable</code> is made from <code>Resources/C-Sources</code> when it is first used, and kept.</p></html>"));
end TableObject;
