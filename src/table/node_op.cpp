#include "table/node_op.h"

namespace mica::table {

std::optional<std::uint32_t> NodeOpOf(Op op) {
  switch (op) {
    case Op::kNeg:
      return MICA_NODE_NEG;
    case Op::kNot:
      return MICA_NODE_NOT;
    case Op::kSin:
      return MICA_NODE_SIN;
    case Op::kCos:
      return MICA_NODE_COS;
    case Op::kTan:
      return MICA_NODE_TAN;
    case Op::kAsin:
      return MICA_NODE_ASIN;
    case Op::kAcos:
      return MICA_NODE_ACOS;
    case Op::kAtan:
      return MICA_NODE_ATAN;
    case Op::kSinh:
      return MICA_NODE_SINH;
    case Op::kCosh:
      return MICA_NODE_COSH;
    case Op::kTanh:
      return MICA_NODE_TANH;
    case Op::kExp:
      return MICA_NODE_EXP;
    case Op::kLog:
      return MICA_NODE_LOG;
    case Op::kLog10:
      return MICA_NODE_LOG10;
    case Op::kSqrt:
      return MICA_NODE_SQRT;
    case Op::kAbs:
      return MICA_NODE_ABS;
    case Op::kSign:
      return MICA_NODE_SIGN;
    case Op::kAdd:
      return MICA_NODE_ADD;
    case Op::kSub:
      return MICA_NODE_SUB;
    case Op::kMul:
      return MICA_NODE_MUL;
    case Op::kDiv:
      return MICA_NODE_DIV;
    case Op::kPow:
      return MICA_NODE_POW;
    case Op::kMin:
      return MICA_NODE_MIN;
    case Op::kMax:
      return MICA_NODE_MAX;
    case Op::kAtan2:
      return MICA_NODE_ATAN2;
    case Op::kAnd:
      return MICA_NODE_AND;
    case Op::kOr:
      return MICA_NODE_OR;
    case Op::kLess:
      return MICA_NODE_LESS;
    case Op::kLessEqual:
      return MICA_NODE_LESS_EQUAL;
    case Op::kGreater:
      return MICA_NODE_GREATER;
    case Op::kGreaterEqual:
      return MICA_NODE_GREATER_EQUAL;
    case Op::kEqual:
      return MICA_NODE_EQUAL;
    case Op::kNotEqual:
      return MICA_NODE_NOT_EQUAL;
    case Op::kIf:
      return MICA_NODE_IF;
    default:
      return std::nullopt;
  }
}

}  // namespace mica::table
