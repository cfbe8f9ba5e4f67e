package fmu "Functions of the FMU, over the adapter that was unpacked beside it"

  class Unit "An instance of an FMU"
    extends ExternalObject;

    function constructor "Says where the FMU is; it is loaded when it is first asked for a value"
      input Integer version "Of FMI: 2 or 3";
      input Boolean isStepped "Co-Simulation, not Model Exchange";
      input String directory "Of the FMU, unpacked";
      input String library "Its shared object";
      input String name "Of the instance, for messages";
      input String token "guid or instantiationToken";
      input Integer states "Number of continuous states";
      input Integer indicators "Number of event indicators";
      input Integer inputTypes[:];
      input Integer inputReferences[size(inputTypes, 1)];
      input Integer setTypes[:] "Of values that are set before initialization";
      input Integer setReferences[size(setTypes, 1)];
      input Real setValues[size(setTypes, 1)];
      output Unit unit;
    external "C" unit = MicaFmuUnitNew(version, isStepped, directory, library, name, token, states, indicators, inputTypes, inputReferences, size(inputTypes, 1), setTypes, setReferences, setValues,
      size(setTypes, 1)) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
    end constructor;

    function destructor "Frees the instance"
      input Unit unit;
    external "C" MicaFmuUnitFree(unit) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
    end destructor;
  end Unit;

  function start "Initializes the FMU"
    input Unit unit;
    input Real t "Time";
    input Real inputs[:];
    input Integer states;
    output Real x[states];
    output Real nextEvent;
  external "C" MicaFmuUnitStart(unit, t, inputs, size(inputs, 1), x, states, nextEvent) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
  end start;

  function derivatives "Of the states"
    input Unit unit;
    input Integer mode;
    input Real t "Time";
    input Real x[:] "States";
    input Real inputs[:];
    output Real dx[size(x, 1)];
  external "C" MicaFmuUnitDerivatives(unit, mode, t, x, size(x, 1), inputs, size(inputs, 1), dx, size(dx, 1)) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
  end derivatives;

  function indicators "Functions whose changes of sign are events"
    input Unit unit;
    input Integer mode;
    input Real t "Time";
    input Real x[:] "States";
    input Real inputs[:];
    input Integer count;
    output Real z[count];
  external "C" MicaFmuUnitIndicators(unit, mode, t, x, size(x, 1), inputs, size(inputs, 1), z, size(z, 1)) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
  end indicators;

  function values "Of variables"
    input Unit unit;
    input Integer mode;
    input Real t "Time";
    input Real x[:] "States";
    input Real inputs[:];
    input Integer types[:];
    input Integer references[size(types, 1)];
    output Real y[size(types, 1)];
  external "C" MicaFmuUnitValues(unit, mode, t, x, size(x, 1), inputs, size(inputs, 1), types, references, size(types, 1), y) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
  end values;

  impure function event "Goes through an event"
    input Unit unit;
    input Integer mode;
    input Real t "Time";
    input Real x[:] "States";
    input Real inputs[:];
    output Integer newMode;
    output Real newX[size(x, 1)];
    output Real nextEvent;
  external "C" MicaFmuUnitEvent(unit, mode, t, x, size(x, 1), inputs, size(inputs, 1), newMode, newX, size(newX, 1), nextEvent) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
  end event;

  impure function step "A step of Co-Simulation to time t"
    input Unit unit;
    input Integer number;
    input Real t "Time";
    input Real held[:] "Inputs over the step";
    input Real inputs[size(held, 1)] "Inputs from there on";
    output Integer newNumber;
  external "C" newNumber = MicaFmuUnitStep(unit, number, t, held, inputs, size(inputs, 1)) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
  end step;

  function stepped "Values after a step"
    input Unit unit;
    input Integer number;
    input Real started "What start gave";
    input Integer types[:];
    input Integer references[size(types, 1)];
    output Real y[size(types, 1)];
  external "C" MicaFmuUnitStepped(unit, number, started, types, references, size(types, 1), y) annotation (Include="#include \"MicaFmuUnit.h\"", Library="MicaFmuUnit", IncludeDirectory="@DIRECTORY@");
  end stepped;
end fmu;
