// Sizes of elements are known at translation: 2 and 3 rows, or an error of the model that names both.
model RaggedRecords "An array of records whose tables differ in length"
  record Data
    parameter Real k = 1;
    parameter Real tab[:, 2] = [0, 0; 1, 1];
  end Data;
  parameter Data d[2] = {Data(k = 2), Data(k = 3, tab = [0, 0; 1, 2; 2, 5])};
  Integer s1 = size(d[1].tab, 1), s2 = size(d[2].tab, 1);
end RaggedRecords;
