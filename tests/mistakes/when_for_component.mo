// mica check
model WhenForComponent
  model Part
    discrete Real x(start = 0, fixed = true);
  end Part;
  Part part;
equation
  when time > 0.5 then
    part.x = 1;
  end when;
end WhenForComponent;
