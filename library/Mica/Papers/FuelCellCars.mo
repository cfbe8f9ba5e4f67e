within Mica.Papers;
package FuelCellCars "Treffinger, Goedecke: Development of Fuel Cell Powered Drive Trains with Modelica, 2002"
  extends Icons.Package;

  model Alone "A car with a fuel cell of 60 kW and no battery"
    extends Icons.Example;
    parameter Units.Power rated = 60e3 "Power of the fuel cell";
    parameter Boolean hybrid = false "Has a battery" annotation (Evaluate=true);
    Vehicle.NEDC cycle annotation (Placement(transformation(extent={{-90, 50}, {-70, 70}})));
    Vehicle.Body car annotation (Placement(transformation(extent={{-50, 50}, {-30, 70}})));
    Vehicle.Drive drive(recuperates=hybrid) annotation (Placement(transformation(origin={80, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Vehicle.FuelCell fuelCell(rated=rated) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Vehicle.Auxiliaries auxiliaries(idle=0.02*rated, share=0.2) annotation (Placement(transformation(origin={-20, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
    Units.Energy hydrogen(start=0, fixed=true) "Lower heating value of the hydrogen that was used";
  equation
    auxiliaries.P = fuelCell.P;
    der(hydrogen) = fuelCell.hydrogen;
    connect(cycle.a, car.a) annotation (Line(points={{-69, 54}, {-52, 54}}, color={0, 0, 127}));
    connect(cycle.y, car.v) annotation (Line(points={{-69, 60}, {-52, 60}}, color={0, 0, 127}));
    connect(car.P, drive.P) annotation (Line(points={{-29, 60}, {92, 60}, {92, 0}}, color={0, 0, 127}));
    connect(fuelCell.p, auxiliaries.p) annotation (Line(points={{-60, 10}, {-20, 10}}, color={0, 0, 255}));
    connect(fuelCell.p, drive.p) annotation (Line(points={{-60, 10}, {80, 10}}, color={0, 0, 255}));
    connect(fuelCell.n, auxiliaries.n) annotation (Line(points={{-60, -10}, {-20, -10}}, color={0, 0, 255}));
    connect(fuelCell.n, drive.n) annotation (Line(points={{-60, -10}, {80, -10}}, color={0, 0, 255}));
    connect(fuelCell.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=1180, Interval=1, Tolerance=1e-7),
      Documentation(info="<html><p>The paper's cycle is not public any more; the New European Driving Cycle takes its place. Data of the fuel cell are chosen. All energy of braking is lost. The paper prints 1.57 MJ/km.</p></html>"));
  end Alone;

  model Booster "A fuel cell of 40 kW that follows the load, and a battery for braking and peaks"
    extends Alone(rated=40e3, hybrid=true);
    parameter Units.Time smoothing = 0 "Time constant with which the fuel cell follows the load; 0: at once" annotation (Evaluate=true);
    Vehicle.Battery battery annotation (Placement(transformation(origin={20, -40}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Vehicle.Converter converter annotation (Placement(transformation(extent={{30, 10}, {50, 30}})));
    Units.Power needed "What drive and auxiliaries take, without the share of the stack";
    Units.Power asked(start=0, fixed=smoothing > 0) "What of it the fuel cell is to follow";
    Units.Power wanted "What the fuel cell is to give";
    Units.Energy total = hydrogen + (battery.soc_start - battery.soc)*battery.V*battery.capacity/0.5 "Hydrogen, and what it takes to charge the battery again";
  equation
    needed = drive.taken + auxiliaries.idle;
    if smoothing > 0 then
      smoothing*der(asked) = needed - asked;
    else
      asked = needed;
    end if;
    wanted = smooth(0, min(0.9*rated, max(0, asked + 2e5*(battery.soc_start - battery.soc))));
    converter.P = smooth(0, max(-40e3, min(40e3, needed - (1 - auxiliaries.share)*wanted)));
    connect(battery.p, converter.b_p) annotation (Line(points={{20, -30}, {20, 26}, {30, 26}}, color={0, 0, 255}));
    connect(battery.n, converter.b_n) annotation (Line(points={{20, -50}, {20, 14}, {30, 14}}, color={0, 0, 255}));
    connect(converter.a_p, drive.p) annotation (Line(points={{50, 26}, {80, 26}, {80, 10}}, color={0, 0, 255}));
    connect(converter.a_n, drive.n) annotation (Line(points={{50, 14}, {80, 14}, {80, -10}}, color={0, 0, 255}));
    connect(battery.n, ground.p) annotation (Line(points={{20, -50}, {-60, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=1180, Interval=1, Tolerance=1e-7),
      Documentation(info="<html><p>Braking charges the battery, and the fuel cell gives less while the charge is high. The paper prints 1.09 MJ/km.</p></html>"));
  end Booster;

  model Loader "A fuel cell of 20 kW that loads the battery, which drives the car"
    extends Booster(rated=20e3, smoothing=60);
    annotation (
      experiment(StopTime=1180, Interval=1, Tolerance=1e-7),
      Documentation(info="<html><p>The fuel cell follows the mean of the load; more goes through the battery, and is lost in it. The paper prints 1.17 MJ/km, and finds that such a car cannot follow the cycle at the highest speeds; here the speed is given.</p></html>"));
  end Loader;
  annotation (Documentation(info="<html><p>Three designs with 1260 kg, 0.6 m2, 0.01 and 60 kW installed in each. The order of their consumptions is that of the paper: booster, loader, fuel cell alone.</p></html>"));
end FuelCellCars;
