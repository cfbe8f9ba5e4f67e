/* Bytes of a model table, and values of its formulas, see model_table.h.
 *
 * Layout: a head (what it is, its size, a digest of all that follows), the MicaModelTable with null pointers, then its
 * arrays in their order, each at a multiple of eight bytes. Places of arrays follow from their lengths, so that the
 * block holds no address.
 */
#include "runtime/model_table.h"

#include <math.h>
#include <string.h>

typedef struct {
  char mark[8];
  uint64_t size, layout, digest;
} Head;

static const char kMark[8] = {'M', 'i', 'c', 'a', 'T', 'a', 'b', '\n'};

static size_t Rounded(size_t size) { return (size + 7) / 8 * 8; }

/* Sizes of all structures: another compiler or machine may lay them out in another way. */
static uint64_t Layout(void) {
  uint64_t layout = sizeof(MicaModelTable);
#define MICA_LAYOUT(type, name) layout = layout * 1099511628211u + sizeof(type);
  MICA_TABLE_ARRAYS(MICA_LAYOUT)
#undef MICA_LAYOUT
  return layout * 1099511628211u + 1; /* reads otherwise where bytes have another order */
}

/* FNV-1a, by words; sizes are multiples of eight. */
static uint64_t Digest(const char* bytes, size_t size) {
  uint64_t digest = 14695981039346656037u, word;
  size_t i;
  for (i = 0; i + 8 <= size; i += 8) {
    memcpy(&word, bytes + i, 8);
    digest = (digest ^ word) * 1099511628211u;
  }
  return digest;
}

size_t mica_model_table_size(const MicaModelTable* table) {
  size_t size = sizeof(Head) + Rounded(sizeof(MicaModelTable));
#define MICA_ADD(type, name) size += Rounded(table->name##_count * sizeof(type));
  MICA_TABLE_ARRAYS(MICA_ADD)
#undef MICA_ADD
  return size;
}

void mica_model_table_write(const MicaModelTable* table, void* bytes) {
  char* at = (char*)bytes + sizeof(Head);
  MicaModelTable own = *table;
  Head head;
  size_t size = mica_model_table_size(table);
  memset(bytes, 0, size);
#define MICA_DROP(type, name) own.name = 0;
  MICA_TABLE_ARRAYS(MICA_DROP)
#undef MICA_DROP
  memcpy(at, &own, sizeof own);
  at += Rounded(sizeof own);
#define MICA_PUT(type, name)                                                                \
  if (table->name##_count > 0) memcpy(at, table->name, table->name##_count * sizeof(type)); \
  at += Rounded(table->name##_count * sizeof(type));
  MICA_TABLE_ARRAYS(MICA_PUT)
#undef MICA_PUT
  memcpy(head.mark, kMark, sizeof kMark);
  head.size = size;
  head.layout = Layout();
  head.digest = Digest((char*)bytes + sizeof(Head), size - sizeof(Head));
  memcpy(bytes, &head, sizeof head);
}

int mica_model_table_read(MicaModelTable* table, const void* bytes, size_t size) {
  const char* at = (const char*)bytes + sizeof(Head);
  Head head;
  if (size < sizeof(Head) + Rounded(sizeof(MicaModelTable)) || size % 8 != 0) return 0;
  memcpy(&head, bytes, sizeof head);
  if (memcmp(head.mark, kMark, sizeof kMark) != 0 || head.size != size || head.layout != Layout()) return 0;
  if (head.digest != Digest(at, size - sizeof(Head))) return 0;
  memcpy(table, at, sizeof *table);
  if (table->version != MICA_MODEL_TABLE_VERSION || mica_model_table_size(table) != size) return 0;
  at += Rounded(sizeof *table);
#define MICA_TAKE(type, name)                 \
  table->name = (const type*)(const void*)at; \
  at += Rounded(table->name##_count * sizeof(type));
  MICA_TABLE_ARRAYS(MICA_TAKE)
#undef MICA_TAKE
  return 1;
}

double mica_formula_value(const MicaModelTable* table, uint32_t at, const MicaInstance* m) {
  const MicaNode* node = &table->nodes[at];
  double x, y;
  switch (node->op) {
    case MICA_NODE_NUMBER:
      return node->number;
    case MICA_NODE_TIME:
      return m->time;
    case MICA_NODE_STATE:
      return NAN;
    case MICA_NODE_SLOT:
      return m->reals[node->place];
    case MICA_NODE_HELD:
      return m->held[node->place];
    default:
      break;
  }
  x = mica_formula_value(table, node->args[0], m);
  switch (node->op) {
    case MICA_NODE_NEG:
      return -x;
    case MICA_NODE_NOT:
      return x != 0 ? 0 : 1;
    case MICA_NODE_SIN:
      return sin(x);
    case MICA_NODE_COS:
      return cos(x);
    case MICA_NODE_TAN:
      return tan(x);
    case MICA_NODE_ASIN:
      return asin(x);
    case MICA_NODE_ACOS:
      return acos(x);
    case MICA_NODE_ATAN:
      return atan(x);
    case MICA_NODE_SINH:
      return sinh(x);
    case MICA_NODE_COSH:
      return cosh(x);
    case MICA_NODE_TANH:
      return tanh(x);
    case MICA_NODE_EXP:
      return exp(x);
    case MICA_NODE_LOG:
      return log(x);
    case MICA_NODE_LOG10:
      return log10(x);
    case MICA_NODE_SQRT:
      return sqrt(x);
    case MICA_NODE_ABS:
      return fabs(x);
    case MICA_NODE_SIGN:
      return x > 0 ? 1 : x < 0 ? -1 : 0;
    case MICA_NODE_IF:
      return mica_formula_value(table, node->args[x != 0 ? 1 : 2], m);
    default:
      break;
  }
  y = mica_formula_value(table, node->args[1], m);
  switch (node->op) {
    case MICA_NODE_ADD:
      return x + y;
    case MICA_NODE_SUB:
      return x - y;
    case MICA_NODE_MUL:
      return x * y;
    case MICA_NODE_DIV:
      return x / y;
    case MICA_NODE_POW:
      return pow(x, y);
    case MICA_NODE_MIN:
      return y < x ? y : x;
    case MICA_NODE_MAX:
      return x < y ? y : x;
    case MICA_NODE_ATAN2:
      return atan2(x, y);
    case MICA_NODE_AND:
      return x != 0 && y != 0 ? 1 : 0;
    case MICA_NODE_OR:
      return x != 0 || y != 0 ? 1 : 0;
    case MICA_NODE_LESS:
      return x < y ? 1 : 0;
    case MICA_NODE_LESS_EQUAL:
      return x <= y ? 1 : 0;
    case MICA_NODE_GREATER:
      return x > y ? 1 : 0;
    case MICA_NODE_GREATER_EQUAL:
      return x >= y ? 1 : 0;
    case MICA_NODE_EQUAL:
      return x == y ? 1 : 0;
    case MICA_NODE_NOT_EQUAL:
      return x != y ? 1 : 0;
    default:
      return NAN;
  }
}
