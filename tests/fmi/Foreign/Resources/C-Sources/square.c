double foreign_square(double x) { return x * x; }
