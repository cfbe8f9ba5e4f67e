// mica check
model ConstantModified
  constant Real c = 1;
algorithm
  c := 2;
end ConstantModified;
