model Room "A room with a heater and a thermostat, on a day in winter"
  parameter Real C(unit = "J/K") = 5e6 "Heat capacity of air, furniture and inner walls";
  parameter Real G(unit = "W/K") = 150 "Conductance of outer walls and windows";
  parameter Real P(unit = "W") = 5000 "Power of the heater";
  parameter Real low(unit = "degC") = 19 "Below it the heater is switched on";
  parameter Real high(unit = "degC") = 21 "Above it the heater is switched off";
  Real outside(unit = "degC") = -5 - 5*cos(2*Mica.Constants.pi*(time/86400 - 1/6)) "Coldest at four in the morning";
  Real T(unit = "degC", start = 15, fixed = true) "Temperature of the room";
  Boolean on(start = true, fixed = true) "The heater is on";
equation
  C*der(T) = (if on then P else 0) - G*(T - outside);
  on = T < low or pre(on) and T < high;
  annotation (experiment(StopTime = 86400, Interval = 300));
end Room;
