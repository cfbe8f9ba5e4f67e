within Mica.Blocks;
block Schedule "Signals that go from one row of a table to the next in ramps"
  extends Icons.Block;
  parameter Real table[:, :] = [0, 0] "Each row: a time, then the values that the signals go to from then on";
  parameter Units.Time rising = 0.4 "Time of a ramp that goes up";
  parameter Units.Time falling = 0.15 "Time of a ramp that goes down";
  RealOutput y[size(table, 2) - 1] annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  Integer row(start=1, fixed=true) "Row that holds";
protected
  parameter Integer n = size(table, 2) - 1 "Number of signals";
  discrete Units.Time next(start=if size(table, 1) > 1 then table[2, 1] else Constants.inf, fixed=true) "When the next row holds";
  discrete Units.Time since(start=table[1, 1] - max(rising, falling), fixed=true) "When the present row began to hold";
  discrete Real before[n](start=table[1, 2:end], each fixed=true) "Values of the row before";
  discrete Real after[n](start=table[1, 2:end], each fixed=true) "Values of the row that holds";
  Real up "Share of a rising ramp that is over";
  Real down "Share of a falling ramp that is over";
equation
  when time >= pre(next) then
    row = pre(row) + 1;
    since = time;
    next = if pre(row) + 1 < size(table, 1) then table[min(pre(row) + 2, size(table, 1)), 1] else Constants.inf;
    before = pre(after);
    for i in 1:n loop
      after[i] = table[min(pre(row) + 1, size(table, 1)), i + 1];
    end for;
  end when;
  up = if time < since + rising then (time - since)/rising else 1;
  down = if time < since + falling then (time - since)/falling else 1;
  for i in 1:n loop
    y[i] = before[i] + (after[i] - before[i])*noEvent(if after[i] > before[i] then up else down);
  end for;
  annotation (Icon(graphics={Line(points={{-80, -60}, {-50, -60}, {-40, 20}, {0, 20}, {10, 60}, {40, 60}, {45, -30}, {80, -30}}, color={0, 0, 127})}),
    Documentation(info="<html>
<p>A ramp must be over before the next row holds.</p>
</html>"));
end Schedule;
