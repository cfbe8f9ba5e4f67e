// Section 8.6: at initialization pre(u) is an unknown beside u. What u is connected to, or that it is constant, says nothing about pre(u).
block Rising "Counts a rising edge at the start, and those that follow"
  input Boolean u;
  parameter Boolean before;
  discrete Integer atStart, later(start = 0, fixed = true);
initial equation
  pre(u) = before;
equation
  when initial() then
    atStart = if u and not pre(u) then 1 else 0;
  end when;
  when u then
    later = pre(later) + 1;
  end when;
end Rising;

block Toggle "Kept between events"
  output Boolean y;
initial equation
  y = true;
equation
  when sample(0.5, 0.5) then
    y = not pre(y);
  end when;
end Toggle;

model PreOfInput
  parameter Boolean on = true;
  Toggle toggle;
  Boolean wave = sin(7*time) >= 0;
  Rising constantLow(u = true, before = false), constantHigh(u = true, before = true);
  Rising parameterLow(u = on, before = false), parameterHigh(u = on, before = true);
  Rising toggleLow(u = toggle.y, before = false), toggleHigh(u = toggle.y, before = true);
  Rising waveLow(u = wave, before = false), waveHigh(u = wave, before = true);
  // expect: constantLow.atStart at start = 1
  // expect: constantHigh.atStart at start = 0
  // expect: parameterLow.atStart at start = 1
  // expect: parameterHigh.atStart at start = 0
  // expect: toggleLow.atStart at start = 1
  // expect: toggleHigh.atStart at start = 0
  // expect: waveLow.atStart at start = 1
  // expect: waveHigh.atStart at start = 0
  // expect: constantLow.later at end = 0                   it stays true
  // expect: toggleLow.later at end = 1                     true, from 0.5 false, from 1 true
  // expect: toggleHigh.later at end = 1
  // expect: waveLow.later at end = 1                       true up to pi/7, again from 2*pi/7 to 3*pi/7
  // options: --stop-time 1.25
end PreOfInput;
