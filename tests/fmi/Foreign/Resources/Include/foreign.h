double foreign_cube(double x);
double foreign_root(double x);
void* foreign_counter_new(double start);
void foreign_counter_free(void* counter);
double foreign_counter_next(void* counter);
double foreign_first_number(const char* file);
