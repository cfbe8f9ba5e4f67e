within Mica.Blocks;
package Logical "Conditions and memories of them"
  extends Icons.Package;

  partial block Gate "Two conditions in, one out"
    extends Icons.Block;
    BooleanInput u1 annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
    BooleanInput u2 annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  end Gate;

  block And "y = u1 and u2"
    extends Gate;
  equation
    y = u1 and u2;
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="and", textColor={170, 0, 170})}));
  end And;

  block Or "y = u1 or u2"
    extends Gate;
  equation
    y = u1 or u2;
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="or", textColor={170, 0, 170})}));
  end Or;

  block Xor "Exactly one of two conditions holds"
    extends Gate;
  equation
    y = u1 <> u2;
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="xor", textColor={170, 0, 170})}));
  end Xor;

  block Not "y = not u"
    extends Icons.Block;
    BooleanInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = not u;
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="not", textColor={170, 0, 170})}));
  end Not;

  block Threshold "The signal is above a threshold"
    extends Icons.Block;
    parameter Real threshold = 0 "The threshold";
    RealInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = u > threshold;
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="> %threshold", textColor={170, 0, 170})}));
  end Threshold;

  block Greater "u1 > u2"
    extends Icons.Block;
    RealInput u1 annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
    RealInput u2 annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = u1 > u2;
    annotation (Icon(graphics={Line(points={{-30, 40}, {40, 0}, {-30, -40}}, color={170, 0, 170})}));
  end Greater;

  block Hysteresis "Becomes true above one limit and false below another"
    extends Icons.Block;
    parameter Real lower = 0 "Becomes false below";
    parameter Real upper = 1 "Becomes true above";
    parameter Boolean y_start = false "Where the signal is between the limits at the start";
    RealInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    BooleanOutput y(start=y_start, fixed=true) annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = u > upper or pre(y) and u >= lower;
    annotation (Icon(graphics={Line(points={{-80, -50}, {40, -50}, {40, 50}, {80, 50}}, color={170, 0, 170}), Line(points={{-40, -50}, {-40, 50}, {40, 50}}, color={170, 0, 170})}));
  end Hysteresis;

  block FlipFlop "Remembers which of two conditions was the last to hold"
    extends Icons.Block;
    parameter Boolean y_start = false "y at the start";
    BooleanInput set annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
    BooleanInput reset "Stronger than set" annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
    BooleanOutput y(start=y_start, fixed=true) annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = not reset and (set or pre(y));
    annotation (Icon(graphics={Text(extent={{-90, 80}, {-30, 40}}, textString="S", textColor={170, 0, 170}), Text(extent={{-90, -40}, {-30, -80}}, textString="R", textColor={170, 0, 170})}));
  end FlipFlop;

  block OnDelay "Becomes true when the condition has held for some time"
    extends Icons.Block;
    parameter Units.Time delayTime(min=0) = 1 "The time";
    BooleanInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  protected
    discrete Units.Time since(start=0, fixed=true) "When the condition began to hold";
  equation
    when {initial(), u} then
      since = time;
    end when;
    y = u and time >= since + delayTime;
    annotation (Icon(graphics={Line(points={{-80, 20}, {-50, 20}, {-50, 70}, {60, 70}, {60, 20}, {80, 20}}, color={160, 160, 160}), Line(points={{-80, -60}, {0, -60}, {0, -10}, {60, -10}, {60, -60}, {80, -60}}, color={170, 0, 170})}));
  end OnDelay;

  block Timer "Time since the condition began to hold"
    extends Icons.Block;
    BooleanInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    RealOutput y(unit="s") annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  protected
    discrete Units.Time since(start=0, fixed=true) "When the condition began to hold";
  equation
    when {initial(), u} then
      since = time;
    end when;
    y = if u then time - since else 0;
    annotation (Icon(graphics={Line(points={{-80, -60}, {-30, -60}, {50, 40}, {50, -60}, {80, -60}}, color={0, 0, 127})}));
  end Timer;

  block Counter "How often the condition became true"
    extends Icons.Block;
    BooleanInput u annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    IntegerOutput y(start=0, fixed=true) annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    when u then
      y = pre(y) + 1;
    end when;
    annotation (Icon(graphics={Text(extent={{-80, 40}, {80, -40}}, textString="1 2 3", textColor={255, 127, 0})}));
  end Counter;

  block Switch "One of two signals, chosen by a condition"
    extends Icons.Block;
    RealInput u1 "y while the condition holds" annotation (Placement(transformation(extent={{-140, 60}, {-100, 100}})));
    BooleanInput condition annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    RealInput u2 "y otherwise" annotation (Placement(transformation(extent={{-140, -100}, {-100, -60}})));
    RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    y = if condition then u1 else u2;
    annotation (Icon(graphics={Line(points={{-100, 80}, {-40, 80}, {40, 0}, {100, 0}}, color={0, 0, 127}), Line(points={{-100, -80}, {-40, -80}}, color={0, 0, 127}), Line(points={{-100, 0}, {-10, 0}, {-10, 40}}, color={170, 0, 170})}));
  end Switch;
  annotation (Documentation(info="<html><p>Events are made where a condition changes; the simulation stops exactly there.</p></html>"));
end Logical;
