within Mica.Hydraulic;
partial model TwoPorts "Two ports, one flow from a to b"
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.VolumeFlowRate q(nominal=1e-4) "Flow from a to b";
  Units.Pressure dp(nominal=1e6) "Difference of pressures";
equation
  dp = a.p - b.p;
  a.q = q;
  b.q = -q;
  annotation (Icon(graphics={Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
end TwoPorts;
