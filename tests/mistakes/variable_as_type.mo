// mica check
model VariableAsType
  Real speed = 1;
  speed v;
end VariableAsType;
