// mica simulate
model CounterReadsItself
  Integer ticks(start = 0, fixed = true);
  Integer level(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    ticks = pre(ticks) + 1;
    level = if level > 3 then 0 else level + 2;
  end when;
end CounterReadsItself;
