// A text that a local variable of a FORTRAN 77 function holds is passed as its characters, at run time as at translation: the norms of
// {{1, -2}, {3, 4}} are 6 (columns), 7 (rows) and 4 (largest).
// expect: columns at end = 6
// expect: rows at end = 7
// expect: largest at end = 4
// expect: translated at end = 7
// expect: written at end = 1               a routine may write to the characters that it is given
// expect: writtenAtTranslation at end = 1
model ExternalFortranText
  function norm
    input Real a[:, :];
    input Integer kind;
    output Real y;
  protected
    String letter = if kind == 1 then "1" elseif kind == 2 then "I" else "M";
    Integer m = size(a, 1);
    Integer n = size(a, 2);
    Real work[max(1, size(a, 1))];
    external "FORTRAN 77" y = dlange(letter, m, n, a, m, work) annotation(Library = "lapack");
  end norm;
  function overwrite
    input Real x;
    output Real y;
  protected
    String letters = if x > 0 then "ab" else "cd";
    external "FORTRAN 77" overwrite(letters, y) annotation(Include = "
void overwrite_(char* letters, double* y) { letters[1] = 'z'; *y = letters[0] == 'a' && letters[1] == 'z'; }");
  end overwrite;
  parameter Real one = 1;
  Real a[2, 2] = {{one, -2}, {3, 4}};
  Real columns = norm(a, 1);
  Real rows = norm(a, 2);
  Real largest = norm(a, 3);
  constant Real value = norm({{1, -2}, {3, 4}}, 2);
  Real translated = value;
  Real written = overwrite(one);
  constant Real overwritten = overwrite(1);
  Real writtenAtTranslation = overwritten;
end ExternalFortranText;
