// Section 9.4: without a definite root the potential root of the lowest priority number is taken, in an array of components one of its
// elements: body[2], which then fixes the level itself.
// expect: body[1].frame.r.level at end = 5
// expect: body[3].frame.r.level at end = 5
// expect: body[2].is_root at end = 1
// expect: body[3].is_root at end = 0
record Reference
  Real level;
  function equalityConstraint
    input Reference r1;
    input Reference r2;
    output Real residue[0];
  algorithm
    residue := fill(0, 0);
  end equalityConstraint;
end Reference;
connector Frame
  Reference r;
end Frame;
model Body
  parameter Integer priority = 7;
  Frame frame;
  Integer is_root;
equation
  Connections.potentialRoot(frame.r, priority);
  if Connections.isRoot(frame.r) then
    frame.r.level = 5;
    is_root = 1;
  else
    is_root = 0;
  end if;
end Body;
model Chain
  Body body[3](priority = {7, 3, 7});
equation
  for i in 1:2 loop
    connect(body[i].frame, body[i + 1].frame);
  end for;
end Chain;
