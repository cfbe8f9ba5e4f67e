/* Kernels: Strings of the model. String() as the specification defines it (3.7.1): %-*.*g with 6 significant digits
 * unless asked for otherwise, padded to a minimum length; or by a C format without the leading '%'. */
#include <ctype.h>
#include <stdio.h>

#include "runtime/kernels.h"

enum { kLongest = 4096 }; /* of a formatted number: widths and precisions beyond it are cut */

static char* Allocate(MicaInstance* m, size_t length) { return (char*)mica_scratch(m, (int64_t)(length / 8 + 1)); }

static const char* Copy(MicaInstance* m, const char* text) {
  size_t length = strlen(text);
  return (const char*)memcpy(Allocate(m, length), text, length + 1);
}

const char* mica_concat(MicaInstance* m, const char* a, const char* b) {
  size_t left = a ? strlen(a) : 0, right = b ? strlen(b) : 0;
  char* both = Allocate(m, left + right);
  if (left) memcpy(both, a, left);
  if (right) memcpy(both + left, b, right);
  both[left + right] = 0;
  return both;
}

int mica_compare(const char* a, const char* b) { return strcmp(a ? a : "", b ? b : ""); }

static size_t Characters(const char* text) { /* UTF-8 */
  size_t count = 0;
  for (; *text; ++text) count += ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

const char* mica_text_copy(MicaInstance* m, const char* text) { return Copy(m, text ? text : ""); }

const char* mica_text_padded(MicaInstance* m, const char* text, int64_t minimum_length, int left_justified) {
  size_t width, length, gap;
  char* out;
  if (!text) text = "";
  width = Characters(text);
  if (minimum_length <= (int64_t)width) return text;
  if (minimum_length > kLongest) minimum_length = kLongest;
  if (minimum_length <= (int64_t)width) return text;
  gap = (size_t)minimum_length - width;
  length = strlen(text);
  out = Allocate(m, length + gap);
  memset(out + (left_justified ? length : 0), ' ', gap);
  memcpy(out + (left_justified ? 0 : gap), text, length);
  out[length + gap] = 0;
  return out;
}

const char* mica_text_of_real(MicaInstance* m, double x, int64_t significant_digits, int64_t minimum_length,
                              int left_justified) {
  char text[400];
  int digits = significant_digits < 1 ? 1 : significant_digits > 300 ? 300 : (int)significant_digits;
  snprintf(text, sizeof text, "%.*g", digits, x);
  return mica_text_padded(m, Copy(m, text), minimum_length, left_justified);
}

const char* mica_text_of_integer(MicaInstance* m, int64_t x, int64_t minimum_length, int left_justified) {
  char text[32];
  snprintf(text, sizeof text, "%lld", (long long)x);
  return mica_text_padded(m, Copy(m, text), minimum_length, left_justified);
}

const char* mica_text_of_boolean(MicaInstance* m, int x, int64_t minimum_length, int left_justified) {
  return mica_text_padded(m, x ? "true" : "false", minimum_length, left_justified);
}

/* Splits a format as String() takes it into flags, width and precision, and its conversion. Returns 0 when it is not
 * one. */
static char ParseFormat(const char* format, char* front, size_t room) {
  size_t used = 0;
  front[used++] = '%';
  if (format && *format == '%') ++format;
  for (; format && *format && (isdigit((unsigned char)*format) || strchr("-+ #0.", *format)); ++format)
    if (used < room - 1 && used < 24) front[used++] = *format;
  front[used] = 0;
  while (format && (*format == 'l' || *format == 'h')) ++format;
  return format && *format && format[1] == 0 && strchr("diouxXeEfFgGc", *format) ? *format : 0;
}

const char* mica_text_of_real_format(MicaInstance* m, double x, const char* format) {
  char front[32], whole[40], text[kLongest];
  char conversion = ParseFormat(format, front, sizeof front);
  if (conversion && strchr("dioxXuc", conversion)) return mica_text_of_integer_format(m, mica_integer(x), format);
  if (!conversion) return mica_text_of_real(m, x, 6, 0, 1);
  snprintf(whole, sizeof whole, "%s%c", front, conversion);
  snprintf(text, sizeof text, whole, x);
  return Copy(m, text);
}

const char* mica_text_of_integer_format(MicaInstance* m, int64_t x, const char* format) {
  char front[32], whole[40], text[kLongest];
  char conversion = ParseFormat(format, front, sizeof front);
  if (conversion && strchr("eEfFgG", conversion)) return mica_text_of_real_format(m, (double)x, format);
  if (!conversion) return mica_text_of_integer(m, x, 0, 1);
  if (conversion == 'c') {
    snprintf(text, sizeof text, "%c", (int)x);
  } else {
    snprintf(whole, sizeof whole, "%sll%c", front, conversion);
    snprintf(text, sizeof text, whole, (long long)x);
  }
  return Copy(m, text);
}
