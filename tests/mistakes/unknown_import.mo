// mica check
model UnknownImport
  import Mica.Constants.pie;
  Real y = 2*pie;
end UnknownImport;
