// mica check
model UnterminatedComment
  Real x = 1; /* this goes on
  Real y = 2;
end UnterminatedComment;
