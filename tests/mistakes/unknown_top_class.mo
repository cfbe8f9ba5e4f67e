// mica check
model UnknownTopClass
  Motr m;
end UnknownTopClass;
