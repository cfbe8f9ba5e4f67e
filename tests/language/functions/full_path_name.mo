// The full path of what is not there yet, whatever release of the Standard Library asks: a directory is made by it.
// expect: is_longer at end = true
// options: --stop-time 1
function fullPathName
  input String name;
  output String full;
  external "C" full = ModelicaInternal_fullPathName(name);
end fullPathName;
function length
  input String text;
  output Integer n;
  external "C" n = strlen(text);
end length;
model FullPathName
  parameter String name = "what/is/not/there";
  Boolean is_longer = length(fullPathName(name)) > length(name);
end FullPathName;
