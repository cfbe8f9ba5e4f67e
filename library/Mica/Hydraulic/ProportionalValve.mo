within Mica.Hydraulic;
model ProportionalValve "Joins a cylinder's port to the supply for positive commands and to the tank for negative ones"
  parameter Units.Area A = 2e-6 "Opening at full command";
  parameter Real C = 0.7 "Discharge coefficient";
  parameter Units.Density rho = 860 "Density of the oil";
  parameter Units.Pressure dpSmall = 1e4 "Below this difference of pressures the flow is laminar";
  parameter Real leakage = 1e-4 "Share of the opening that stays when it is shut";
  parameter Units.Time T = 5e-3 "Time constant of the spool";
  Blocks.RealInput u "Command, -1 to 1" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
  Port supply annotation (Placement(transformation(extent={{-50, -110}, {-30, -90}})));
  Port tank annotation (Placement(transformation(extent={{30, -110}, {50, -90}})));
  Port work annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
  Real x(start=0, fixed=true) "Place of the spool, -1 to 1";
  Units.VolumeFlowRate q1(nominal=1e-4) "From the supply";
  Units.VolumeFlowRate q2(nominal=1e-4) "To the tank";
protected
  Units.Pressure dp1(nominal=1e6) "From the supply";
  Units.Pressure dp2(nominal=1e6) "To the tank";
equation
  T*der(x) = noEvent(max(-1, min(1, u))) - x;
  dp1 = supply.p - work.p;
  dp2 = work.p - tank.p;
  q1 = (leakage + smooth(0, noEvent(max(x, 0))))*C*A*sqrt(2/rho)*dp1/(dp1*dp1 + dpSmall*dpSmall)^0.25;
  q2 = (leakage + smooth(0, noEvent(max(-x, 0))))*C*A*sqrt(2/rho)*dp2/(dp2*dp2 + dpSmall*dpSmall)^0.25;
  supply.q = q1;
  tank.q = -q2;
  work.q = q2 - q1;
  annotation (Icon(graphics={Rectangle(extent={{-90, 40}, {0, -40}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Rectangle(extent={{0, 40}, {90, -40}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Line(points={{-60, -40}, {-30, 40}}, color={150, 100, 0}, arrow={Arrow.None, Arrow.Filled}), Line(points={{30, 40}, {60, -40}}, color={150, 100, 0}, arrow={Arrow.None, Arrow.Filled}), Line(points={{0, 40}, {0, 90}}, color={150, 100, 0}), Line(points={{-40, -40}, {-40, -90}}, color={150, 100, 0}), Line(points={{40, -40}, {40, -90}}, color={150, 100, 0}), Text(extent={{20, 100}, {180, 60}}, textString="%name", textColor={0, 0, 255})}));
end ProportionalValve;
