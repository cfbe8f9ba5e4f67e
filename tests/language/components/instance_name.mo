// The example of the specification (3.7.4): the name of the simulated model without its packages, then the path.
// expect: same at end = true +- 0
// options: --class MyLib.Vehicle
package MyLib
  model Controller
    String name = getInstanceName();
  end Controller;
  model Engine
    Controller controller;
  end Engine;
  model Vehicle
    Engine engine;
    Boolean same = engine.controller.name == "Vehicle.engine.controller" and getInstanceName() == "Vehicle";
  end Vehicle;
end MyLib;
