model M /* a */ // b
  Real x /* c */ = 1 // d
  ; annotation(Icon(graphics={Line(points={{-1,2},{3,4}})}));
end M;
