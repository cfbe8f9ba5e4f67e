within Mica.TwoPhase;
model Receiver "Separates liquid and vapour: one port at the top, one at the bottom"
  replaceable package Medium = CarbonDioxide constrainedby Helmholtz "The fluid" annotation (choicesAllMatching=true);
  parameter Units.Volume V = 1e-3 "Volume";
  parameter Real band = 0.05 "Part of the volume over which an outlet changes from one phase to the other";
  parameter Units.Pressure p_start = 40e5 "Pressure at the start";
  parameter Units.SpecificEnthalpy h_start = 300e3 "Enthalpy at the start";
  Port inlet "In the middle" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port top "Vapour, as long as there is some" annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
  Port bottom "Liquid, as long as there is some" annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.Pressure p(start=p_start, fixed=true, nominal=1e6, stateSelect=StateSelect.prefer) "Pressure";
  Units.SpecificEnthalpy h(start=h_start, fixed=true, nominal=1e5, stateSelect=StateSelect.prefer) "Mean enthalpy";
  Units.Mass m "Mass";
  Real level(min=0, max=1) "Part of the volume that is liquid";
protected
  Units.MassFlowRate arriving(nominal=1e-2) "Through the ports";
  Units.Power heating(nominal=1e3) "By flows and walls";
  Medium.State state "Mean state";
  Medium.State liquid "Boiling liquid";
  Medium.State vapour "Dry vapour";
equation
  state = Medium.state_ph(p, h);
  liquid = Medium.state_px(p, 0);
  vapour = Medium.state_px(p, 1);
  m = V*state.d;
  level = noEvent(max(0, min(1, (state.d - vapour.d)/(liquid.d - vapour.d))));
  // Mass: V*(ddp*der(p) + ddh*der(h)) = arriving; energy: V*(d*der(h) - der(p)) = heating; solved for both derivatives.
  arriving = inlet.m_flow + top.m_flow + bottom.m_flow;
  heating = inlet.m_flow*(actualStream(inlet.h_outflow) - h) + top.m_flow*(actualStream(top.h_outflow) - h) + bottom.m_flow*(actualStream(bottom.h_outflow) - h);
  der(p) = (state.d*arriving - state.ddh*heating)/(V*(state.d*state.ddp + state.ddh));
  der(h) = (heating/V + der(p))/state.d;
  inlet.p = p;
  top.p = p;
  bottom.p = p;
  inlet.h_outflow = h;
  top.h_outflow = h + (noEvent(if h > vapour.h then h else vapour.h) - h)*noEvent(min(1, (1 - level)/band));
  bottom.h_outflow = h + (noEvent(if h < liquid.h then h else liquid.h) - h)*noEvent(min(1, level/band));
  annotation (
    Icon(graphics={Rectangle(extent={{-50, 90}, {50, -90}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid, radius=40), Rectangle(extent={{-50, -10}, {50, -90}}, lineColor={0, 90, 190}, fillColor={120, 170, 225}, fillPattern=FillPattern.Solid, radius=40), Line(points={{-90, 0}, {-50, 0}}, color={0, 90, 190}), Text(extent={{60, 130}, {200, 90}}, textString="%name", textColor={0, 0, 255})}),
    Documentation(info="<html><p>Below the critical pressure. The top takes dry vapour until liquid reaches it, the bottom boiling liquid until none is left.</p></html>"));
end Receiver;
