// Chapter 15: 1 kg/s of 10 and 3 kg/s of 20 mix to 70/4 = 17.5, through an outside connector; a source sees what would flow back:
// inStream of a connector leaves out its own part. Where only one other contributes its value is taken as it is.
// expect: sink.h_in at end = 17.5
// expect: pipe.sees_left at end = 17.5
// expect: pipe.sees_right at end = 0        what the sink would give back
// expect: cold.h_back at end = 20           the mean of hot (20, 3 kg/s out) and the pipe (0, takes in): 20
// expect: sink.flux at end = 70
// expect: alone.h_in at end = 3
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Source
  parameter Real rate, h;
  Port port;
  Real h_back = inStream(port.h);
equation
  port.m = -rate;
  port.h = h;
end Source;
model Sink
  Port port;
  Real h_in = inStream(port.h);
  Real flux = port.m*actualStream(port.h);
equation
  port.p = 1;
  port.h = 0;
end Sink;
model Pipe
  Port left, right;
  Real sees_left = inStream(left.h), sees_right = inStream(right.h);
equation
  left.m + right.m = 0;
  left.p = right.p;
  right.h = inStream(left.h);
  left.h = inStream(right.h);
end Pipe;
model Tee
  Port a, b, c;
equation
  connect(a, b);
  connect(a, c);
end Tee;
model Alone
  Port port;
  Real h_in = inStream(port.h);
equation
  port.h = 3;
  port.p = 0;
end Alone;
model StreamMixing
  Source cold(rate = 1, h = 10), hot(rate = 3, h = 20);
  Tee tee;
  Pipe pipe;
  Sink sink;
  Alone alone;
equation
  connect(cold.port, tee.a);
  connect(hot.port, tee.b);
  connect(tee.c, pipe.left);
  connect(pipe.right, sink.port);
end StreamMixing;
