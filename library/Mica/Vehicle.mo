within Mica;
package Vehicle "Cars: drive cycles, resistances, electric drives, fuel cells, batteries"
  extends Icons.Package;

  block NEDC "Speed of the New European Driving Cycle"
    extends Blocks.Tables.TimeTable(
      final t=cat(1, urban[:, 1], urban[:, 1] .+ 195, urban[:, 1] .+ 390, urban[:, 1] .+ 585, extra[:, 1] .+ 780),
      final values=cat(1, urban[:, 2], urban[:, 2], urban[:, 2], urban[:, 2], extra[:, 2])/3.6,
      y(unit="m/s"));
    Blocks.RealOutput a(unit="m/s2") "Acceleration" annotation (Placement(transformation(extent={{100, -70}, {120, -50}})));
    constant Real urban[:, 2] = [
      0, 0; 11, 0; 15, 15; 23, 15; 25, 10; 28, 0; 49, 0; 54, 15; 56, 15; 61, 32; 85, 32; 93, 10; 96, 0; 117, 0; 122, 15; 124, 15; 133, 35; 135, 35; 143, 50; 155, 50; 163, 35; 176, 35; 178, 32; 185, 10; 188, 0] "The part in towns, which comes four times: time, speed in km/h";
    constant Real extra[:, 2] = [
      0, 0; 20, 0; 25, 15; 27, 15; 36, 35; 38, 35; 46, 50; 48, 50; 61, 70; 111, 70; 119, 50; 188, 50; 201, 70; 251, 70; 286, 100; 316, 100; 336, 120; 346, 120; 362, 80; 370, 50; 380, 0; 400, 0] "The part outside towns: time, speed in km/h";
  equation
    a = slope;
    annotation (Icon(graphics={Text(extent={{-80, -60}, {80, -95}}, textString="NEDC")}), Documentation(info="<html><p>1180 s and 11.0132 km, of UNECE Regulation 101, with the pauses for changing gears.</p></html>"));
  end NEDC;

  model Body "Resistances of a car whose speed is given"
    parameter Units.Mass m = 1260 "Mass";
    parameter Units.Area CdA = 0.6 "Drag coefficient times area of the front";
    parameter Real rolling(min=0) = 0.01 "Coefficient of rolling resistance";
    parameter Units.Density rho = 1.2 "Density of the air";
    parameter Units.Acceleration g = 9.81 "Gravity";
    Blocks.RealInput v(unit="m/s") "Speed" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Blocks.RealInput a(unit="m/s2") "Acceleration" annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    Blocks.RealOutput P(unit="W") "Power at the wheels" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    Units.Force F "Force at the wheels while the car drives";
    Units.Position distance(start=0, fixed=true) "Distance";
    Units.Energy driving(start=0, fixed=true) "Energy that the wheels gave to the car";
    Units.Energy braking(start=0, fixed=true) "Energy that the wheels took from the car, negative";
  equation
    F = m*a + m*g*rolling + rho/2*CdA*v^2;
    P = F*v;
    der(distance) = v;
    der(driving) = smooth(0, max(P, 0));
    der(braking) = smooth(0, min(P, 0));
    annotation (
      Icon(graphics={Polygon(points={{-90, -30}, {-90, 0}, {-50, 10}, {-20, 50}, {40, 50}, {70, 10}, {90, 0}, {90, -30}, {-90, -30}}, lineColor={60, 60, 60}, fillColor={225, 232, 240}, fillPattern=FillPattern.Solid), Ellipse(extent={{-70, -10}, {-30, -50}}, lineColor={60, 60, 60}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid), Ellipse(extent={{30, -10}, {70, -50}}, lineColor={60, 60, 60}, fillColor={255, 255, 255}, fillPattern=FillPattern.Solid), Text(extent={{-150, 110}, {150, 70}}, textString="%name")}),
      Documentation(info="<html><p>The car follows the cycle exactly; the force that this takes is what is looked for. At standstill there is no power.</p></html>"));
  end Body;

  model Drive "Motor, inverter and gear with one efficiency, on a supply of direct current"
    extends Electrical.OnePort;
    parameter Real eta(min=0, max=1) = 0.75 "Efficiency from the supply to the wheels";
    parameter Boolean recuperates = true "Brakes with the motor; otherwise with friction" annotation (Evaluate=true);
    Blocks.RealInput P(unit="W") "Power at the wheels" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
    Units.Power taken "Power from the supply";
  equation
    taken = smooth(0, if P > 0 then P/eta elseif recuperates then P*eta else 0);
    v*i = taken;
    annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={0, 0, 255}, fillColor={235, 240, 250}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-40, 35}, {40, -35}}, textString="M")}));
  end Drive;

  model FuelCell "Stack of cells with the curve of its voltage"
    extends Electrical.OnePort(v(start=150), i(start=-10));
    parameter Units.Power rated = 60e3 "Power at the rated current";
    parameter Integer cells(min=1) = 240 "Number of cells in series";
    parameter Units.Voltage E0 = 0.95 "Voltage of a cell without current";
    parameter Units.Voltage b = 0.035 "Steepness of the logarithmic part";
    parameter Real j0 = 0.005 "Current at which the logarithmic part starts, relative to the rated one";
    parameter Units.Voltage r = 0.2 "Drop of a cell in its resistance at the rated current";
    Real j(start=0.1) "Current relative to the rated one";
    Units.Power P "Power that is given";
    Units.Power hydrogen "Lower heating value of the hydrogen that is used";
  protected
    constant Units.Voltage heating = 1.253 "Lower heating value of hydrogen for each charge that flows";
    final parameter Units.Current unit = rated/(cells*(E0 - b*log(1 + 1/j0) - r)) "Rated current";
  equation
    j = -i/unit;
    v = cells*(E0 - b*log(1 + noEvent(max(j, 0))/j0) - r*j);
    P = -v*i;
    hydrogen = cells*heating*unit*j;
    annotation (Icon(graphics={Rectangle(extent={{-60, 50}, {60, -50}}, lineColor={0, 0, 255}), Line(points={{-30, 50}, {-30, -50}}, color={0, 0, 255}), Line(points={{0, 50}, {0, -50}}, color={0, 0, 255}), Line(points={{30, 50}, {30, -50}}, color={0, 0, 255}), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-150, -60}, {150, -95}}, textString="H2")}),
      Documentation(info="<html><p><code>v = cells*(E0 - b*log(1 + j/j0) - r*j)</code>. The efficiency is the voltage of a cell divided by 1.253 V, which the lower heating value of hydrogen, 120 MJ/kg, is for two electrons.</p></html>"));
  end FuelCell;

  model Auxiliaries "Compressor and pumps of a fuel cell"
    extends Electrical.OnePort;
    parameter Units.Power idle = 1200 "Power without load";
    parameter Real share(min=0, max=1) = 0.2 "More power, as part of what the stack gives";
    Blocks.RealInput P(unit="W") "Power of the stack" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
  equation
    v*i = idle + share*P;
    annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Polygon(points={{-35, 35}, {50, 0}, {-35, -35}, {-35, 35}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {-50, 0}}, color={0, 0, 255}), Line(points={{50, 0}, {90, 0}}, color={0, 0, 255})}));
  end Auxiliaries;

  model Battery "Voltage behind a resistance, with a charge that runs down"
    extends Electrical.OnePort(v(start=V), i(start=0));
    parameter Units.Voltage V = 250 "Voltage without current";
    parameter Units.Resistance R = 0.3 "Resistance";
    parameter Units.Charge capacity = 20*3600 "Charge when full";
    parameter Real soc_start(min=0, max=1) = 0.6 "State of charge at the start";
    Real soc(start=soc_start, fixed=true) "State of charge";
  equation
    v = V + R*i;
    capacity*der(soc) = i;
    annotation (Icon(graphics={Line(points={{-90, 0}, {-15, 0}}, color={0, 0, 255}), Line(points={{-15, 50}, {-15, -50}}, color={0, 0, 255}), Line(points={{15, 25}, {15, -25}}, color={0, 0, 255}, thickness=1), Line(points={{15, 0}, {90, 0}}, color={0, 0, 255})}));
  end Battery;

  model Converter "Converter of direct current whose power is given, both ways"
    parameter Real eta(min=0, max=1) = 0.92 "Efficiency";
    Electrical.Pin a_p "Side to which the power goes" annotation (Placement(transformation(extent={{90, 50}, {110, 70}})));
    Electrical.Pin a_n annotation (Placement(transformation(extent={{90, -70}, {110, -50}})));
    Electrical.Pin b_p "Side from which it comes" annotation (Placement(transformation(extent={{-110, 50}, {-90, 70}})));
    Electrical.Pin b_n annotation (Placement(transformation(extent={{-110, -70}, {-90, -50}})));
    Blocks.RealInput P(unit="W") "Power out of side a; negative the other way" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
    Units.Power source "Power into side b";
  equation
    a_p.i + a_n.i = 0;
    b_p.i + b_n.i = 0;
    source = smooth(0, if P > 0 then P/eta else P*eta);
    (a_p.v - a_n.v)*a_p.i = -P;
    (b_p.v - b_n.v)*b_p.i = source;
    annotation (Icon(graphics={Rectangle(extent={{-90, 90}, {90, -90}}, lineColor={0, 0, 255}), Line(points={{-90, -90}, {90, 90}}, color={0, 0, 255}), Line(points={{-70, 60}, {-20, 60}}, color={0, 0, 255}), Line(points={{20, -60}, {70, -60}}, color={0, 0, 255}), Text(extent={{-150, 140}, {150, 100}}, textString="%name", textColor={0, 0, 255})}));
  end Converter;

  package Examples "Cars at work"
    extends Icons.Package;

    model Cycle "The energy that a cycle takes"
      extends Icons.Example;
      NEDC cycle annotation (Placement(transformation(extent={{-70, -10}, {-50, 10}})));
      Body body annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    equation
      connect(cycle.a, body.a) annotation (Line(points={{-49, -6}, {-12, -6}}, color={0, 0, 127}));
      connect(cycle.y, body.v) annotation (Line(points={{-49, 0}, {-12, 0}}, color={0, 0, 127}));
      annotation (experiment(StopTime=1180, Interval=1, Tolerance=1e-8), Documentation(info="<html><p>11.0132 km, with 0.35836 MJ/km for driving and 0.10434 MJ/km in braking.</p></html>"));
    end Cycle;

    model Discharge "A converter takes a constant power from a battery"
      extends Icons.Example;
      Battery battery(R=0.5) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      Converter converter(eta=0.9) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
      Electrical.Resistor load(R=10) annotation (Placement(transformation(origin={60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      Blocks.Constant power(k=9e3) annotation (Placement(transformation(extent={{-30, 50}, {-10, 70}})));
      Electrical.Ground ground1 annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
      Electrical.Ground ground2 annotation (Placement(transformation(extent={{50, -70}, {70, -50}})));
    equation
      connect(battery.p, converter.b_p) annotation (Line(points={{-60, 10}, {-60, 6}, {-10, 6}}, color={0, 0, 255}));
      connect(battery.n, converter.b_n) annotation (Line(points={{-60, -10}, {-60, -6}, {-10, -6}}, color={0, 0, 255}));
      connect(converter.a_p, load.p) annotation (Line(points={{10, 6}, {60, 6}, {60, 10}}, color={0, 0, 255}));
      connect(converter.a_n, load.n) annotation (Line(points={{10, -6}, {60, -6}, {60, -10}}, color={0, 0, 255}));
      connect(power.y, converter.P) annotation (Line(points={{-9, 60}, {0, 60}, {0, 12}}, color={0, 0, 127}));
      connect(battery.n, ground1.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
      connect(load.n, ground2.p) annotation (Line(points={{60, -10}, {60, -50}}, color={0, 0, 255}));
      annotation (experiment(StopTime=100, Interval=1, Tolerance=1e-8), Documentation(info="<html><p>10 kW from the battery: <code>(250 - sqrt(250^2 - 4*0.5*10000))/(2*0.5)</code> = 43.844 A. The load has <code>sqrt(9000*10)</code> = 300 V.</p></html>"));
    end Discharge;
  end Examples;
  annotation (Documentation(info="<html><p>Components for the energy that cars use. The speed is given, and forces, powers and currents follow from it.</p></html>"));
end Vehicle;
