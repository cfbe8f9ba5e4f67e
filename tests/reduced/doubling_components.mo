// Must be refused (exit code 1) when the number of components passes what can be held.
model DoublingComponents
  model M0 Real x = 1; end M0;
  model M1 M0 a[1024]; end M1;
  model M2 M1 a[1024]; end M2;
  model M3 M2 a[1024]; end M3;
  M3 a[1024];
end DoublingComponents;
