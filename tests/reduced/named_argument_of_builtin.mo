// Must be refused by check (exit code 1) with a message about the argument: built-in functions take no argument by this name.
model NamedArgumentOfBuiltin
  Real y = sin(x = time);
end NamedArgumentOfBuiltin;
