// mica check
model KeywordAsName
  Real input = 1;
  Real flow = 2;
end KeywordAsName;
