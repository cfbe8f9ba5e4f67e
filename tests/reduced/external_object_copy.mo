// Must: end with rc 0, y1 = 12.5, y2 = 6.5 and exactly as many 'close' as 'open' messages, or be refused with a coded error.
model ExternalObjectCopy
  class MyTable
    extends ExternalObject;
    function constructor
      input String fileName; input String tableName; output MyTable table;
      external "C" table = seedInitTable(fileName, tableName) annotation (Include="
#include <stdlib.h>
#include \"ModelicaUtilities.h\"
typedef struct { double* array; int nrow; } SeedTable;
void* seedInitTable(const char* f, const char* t) { SeedTable* table = malloc(sizeof(SeedTable)); int i; if (table == NULL) ModelicaError(\"Not enough memory\"); table->nrow = 10; table->array = malloc(10*sizeof(double)); for (i = 0; i < 10; ++i) table->array[i] = i*i; ModelicaFormatMessage(\"open %s %s\\n\", f, t); return table; }
void seedCloseTable(void* o) { SeedTable* t = o; if (!o) return; ModelicaMessage(\"close\\n\"); free(t->array); free(t); }
double seedInterpolate(void* o, double u) { SeedTable* t = o; int i = (int)u; if (i < 0) i = 0; if (i > 8) i = 8; return t->array[i] + (u - i)*(t->array[i+1] - t->array[i]); }
");
    end constructor;
    function destructor input MyTable table; external "C" seedCloseTable(table); end destructor;
  end MyTable;
  function interpolateMyTable input MyTable table; input Real u; output Real y; external "C" y = seedInterpolate(table, u); end interpolateMyTable;
  MyTable table1 = MyTable("testTables.txt", "table1");
  MyTable table2 = table1 "copy of table1";
  Real u1 = 3.5*time, u2 = 2.5, y1, y2;
equation
  y1 = interpolateMyTable(table1, u1);
  y2 = interpolateMyTable(table2, u2);
end ExternalObjectCopy;
