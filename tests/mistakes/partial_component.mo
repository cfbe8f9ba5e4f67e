// mica check
model PartialComponent
  Mica.Electrical.OnePort port;
end PartialComponent;
