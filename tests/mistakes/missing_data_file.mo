// mica simulate
model MissingDataFile "A table that reads a file which is not there"
  class Data
    extends ExternalObject;
    function constructor
      input String file;
      output Data data;
      external "C" data = mica_test_open(file) annotation (Include = "
#include <stdio.h>
#include \"ModelicaUtilities.h\"
void* mica_test_open(const char* file) {
  FILE* f = fopen(file, \"r\");
  if (!f) ModelicaFormatError(\"Not possible to open file \\\"%s\\\"\\n\", file);
  fclose(f);
  return (void*)1;
}
");
    end constructor;
    function destructor
      input Data data;
      external "C" mica_test_close(data) annotation (Include = "void mica_test_close(void* data) { (void)data; }");
    end destructor;
  end Data;
  model Table
    parameter String source;
    final parameter Data data = Data(source);
  end Table;
  Table first(source = "missing_data_file.mo"),
    second(source = "temperatures_of_1997.txt");
end MissingDataFile;
