/* Kernels: tables in files, see table.h. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/tables/table.h"

/* The whole file with a zero at its end, or null. */
static char* ReadWhole(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  char* text = NULL;
  long length;
  if (!file) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0 &&
      (text = (char*)malloc((size_t)length + 1)) != NULL) {
    *size = fread(text, 1, (size_t)length, file);
    text[*size] = 0;
  }
  fclose(file);
  return text;
}

/* Past blanks, separators and comments. */
static const char* SkipBlank(const char* at) {
  for (;;) {
    while (isspace((unsigned char)*at) || *at == ',' || *at == ';') ++at;
    if (*at != '#') return at;
    while (*at && *at != '\n') ++at;
  }
}

static const char* SkipLine(const char* at) {
  while (*at && *at != '\n') ++at;
  return *at ? at + 1 : at;
}

/* 'double name(rows, columns)' at the beginning of a line. Gives where the numbers begin, or null. */
static const char* FindMatrix(const char* at, const char* name, size_t* rows, size_t* columns) {
  for (; *at; at = SkipLine(at)) {
    const char* p = at;
    size_t length = strlen(name);
    unsigned long r, c;
    int used = 0;
    while (*p == ' ' || *p == '\t') ++p;
    if (strncmp(p, "double", 6) == 0)
      p += 6;
    else if (strncmp(p, "float", 5) == 0)
      p += 5;
    else
      continue;
    if (*p != ' ' && *p != '\t') continue;
    while (*p == ' ' || *p == '\t') ++p;
    if (strncmp(p, name, length) != 0) continue;
    p += length;
    if (sscanf(p, " ( %lu , %lu ) %n", &r, &c, &used) < 2 || used == 0) continue;
    *rows = r;
    *columns = c;
    return p + used;
  }
  return NULL;
}

/* Of a matrix in a text: two gigabytes. */
static const size_t kMostNumbers = ((size_t)1 << 28) - 1;

static double* ReadNumbers(const char* at, size_t count) {
  double* data = count <= kMostNumbers ? (double*)malloc((count + 1) * sizeof(double)) : NULL;
  size_t i;
  for (i = 0; data && i < count; ++i) {
    char* end;
    at = SkipBlank(at);
    data[i] = strtod(at, &end);
    if (end == at) {
      free(data);
      return NULL;
    }
    at = end;
  }
  return data;
}

/* Lines of numbers between delimiters; all of the same length. */
static double* ReadSeparated(const char* at, char delimiter, size_t* rows, size_t* columns) {
  double* data = NULL;
  size_t count = 0, room = 0;
  *rows = *columns = 0;
  while (*at) {
    size_t width = 0;
    while (*at == '\r' || *at == '\n') ++at;
    while (*at && *at != '\n' && *at != '\r') {
      char* end;
      double x = strtod(at, &end);
      if (end == at) return free(data), NULL;
      if (count == room) {
        double* more = (double*)realloc(data, (room = room * 2 + 64) * sizeof(double));
        if (!more) return free(data), NULL;
        data = more;
      }
      data[count++] = x;
      ++width;
      at = end;
      while (*at == ' ' || (*at == '\t' && delimiter != '\t')) ++at;
      if (*at == delimiter)
        ++at;
      else if (*at && *at != '\n' && *at != '\r')
        return free(data), NULL;
    }
    if (width == 0) continue;
    if (*columns != 0 && width != *columns) return free(data), NULL;
    *columns = width;
    ++*rows;
  }
  return data;
}

/* An item of a MAT file of version 4: precision 0 double, 1 float, 2 int32, 3 int16, 4 uint16, 5 uint8; the bytes in
 * the order of this machine. */
static size_t SizeOfItem(int precision) {
  static const size_t kSizes[] = {8, 4, 4, 2, 2, 1};
  return precision >= 0 && precision < 6 ? kSizes[precision] : 0;
}

static double ItemAt(const char* at, int precision) {
  double d;
  float f;
  int32_t i;
  int16_t s;
  uint16_t u;
  switch (precision) {
    case 0:
      return memcpy(&d, at, 8), d;
    case 1:
      return memcpy(&f, at, 4), f;
    case 2:
      return memcpy(&i, at, 4), i;
    case 3:
      return memcpy(&s, at, 2), s;
    case 4:
      return memcpy(&u, at, 2), u;
    default:
      return (unsigned char)*at;
  }
}

/* The matrix `name` of a MAT file of version 4: for each matrix five numbers (type, rows, columns, has an imaginary
 * part, length of the name), the name, the columns. Null with *is_mat: it has none of that name, or is cut short. */
static double* ReadMat4(const char* text, size_t size, const char* name, size_t* rows, size_t* columns, int* is_mat) {
  size_t at = 0;
  *is_mat = 0;
  while (at + 20 <= size) {
    int32_t head[5];
    size_t count, item, r, c;
    double* data;
    memcpy(head, text + at, 20);
    item = SizeOfItem(head[0] / 10 % 10);
    if (head[0] < 0 || head[0] > 51 || head[0] % 10 > 1 || item == 0 || head[1] < 0 || head[2] < 0 || head[4] < 1 ||
        (head[3] != 0 && head[3] != 1))
      return NULL;
    *is_mat = 1;
    at += 20;
    if ((size_t)head[4] > size - at || text[at + (size_t)head[4] - 1] != 0) return NULL;
    count = (size_t)head[1] * (size_t)head[2];
    if (count > (size - at - (size_t)head[4]) / item) return NULL;
    if (strcmp(text + at, name) != 0) {
      at += (size_t)head[4] + count * item * (size_t)(1 + head[3]);
      continue;
    }
    at += (size_t)head[4];
    data = (double*)malloc((count + 1) * sizeof(double));
    *rows = (size_t)head[1];
    *columns = (size_t)head[2];
    for (r = 0; data && r < *rows; ++r)
      for (c = 0; c < *columns; ++c)
        data[r * *columns + c] = ItemAt(text + at + (c * *rows + r) * item, head[0] / 10 % 10);
    return data;
  }
  return NULL;
}

double* mica_table_read(const char* file, const char* name, const char* delimiter, int header_lines, size_t* rows,
                        size_t* columns, char* problem, size_t problem_size) {
  size_t size = 0, length = strlen(file);
  char* text = ReadWhole(file, &size);
  const char* at = text;
  double* data = NULL;
  int is_separated = length > 4 && strcmp(file + length - 4, ".csv") == 0;
  if (!text) {
    snprintf(problem, problem_size, "the file %s cannot be read", file);
    return NULL;
  }
  if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) at += 3; /* the mark of UTF-8 */
  if (!is_separated && strncmp(at, "#1", 2) != 0) {
    int is_mat = 0;
    data = ReadMat4(text, size, name, rows, columns, &is_mat);
    if (!data && is_mat)
      snprintf(problem, problem_size, "%s has no matrix %s", file, name);
    else if (!data)
      snprintf(problem, problem_size,
               "%s: tables come from text files that begin with #1, MAT files of version 4 or comma-separated values; "
               "this is not one of them",
               file);
  } else if (is_separated) {
    int line;
    for (line = 0; line < header_lines; ++line) at = SkipLine(at);
    data = ReadSeparated(at, delimiter && *delimiter ? *delimiter : ',', rows, columns);
    if (!data) snprintf(problem, problem_size, "%s does not hold rows of numbers of the same length", file);
  } else if (!(at = FindMatrix(at, name, rows, columns))) {
    snprintf(problem, problem_size, "%s has no matrix %s", file, name);
  } else if (*columns != 0 && *rows > kMostNumbers / *columns) { /* their product may be a small number */
    snprintf(problem, problem_size, "%s: the matrix %s has fewer than %lu times %lu numbers", file, name,
             (unsigned long)*rows, (unsigned long)*columns);
  } else if (!(data = ReadNumbers(at, *rows * *columns))) {
    snprintf(problem, problem_size, "%s: the matrix %s has fewer than %lu numbers", file, name,
             (unsigned long)(*rows * *columns));
  }
  free(text);
  return data;
}
