#include "instance/lookup/result_size.h"

#include <algorithm>
#include <vector>

namespace mica::instance {

namespace {

// Places of fields, from the outermost record inwards.
using Path = std::vector<std::uint64_t>;

class ResultSize {
 public:
  ResultSize(const Store& store, const Function& function, std::size_t output, Path path, std::size_t dimension)
      : exprs_(store.exprs),
        types_(store.types),
        function_(function),
        output_(output),
        path_(std::move(path)),
        dimension_(dimension) {}

  std::optional<std::int32_t> Find() const {
    Expr start = function_.variables[output_].binding;
    for (std::uint64_t place : path_) {
      if (!start.valid() || exprs_.op(start) != Op::kRecord) return std::nullopt;
      start = exprs_.arg(start, place);
    }
    std::optional<std::int32_t> size = start.valid() ? SizeOf(start) : std::nullopt;
    if (!size || !Keeps(function_.body, *size)) return std::nullopt;
    return size;
  }

 private:
  // Of an array expression in the function: by its type, or by constants of the function.
  std::optional<std::int32_t> SizeOf(Expr e) const {
    Sizes sizes = types_.sizes(exprs_.type(e));
    if (dimension_ >= sizes.size()) return std::nullopt;
    if (sizes[dimension_] >= 0) return sizes[dimension_];
    switch (exprs_.op(e)) {
      case Op::kFill:
        return ConstantOf(exprs_.arg(e, dimension_ + 1));
      case Op::kToReal:
      case Op::kNeg:
      case Op::kAdd:
      case Op::kMul:
        for (Expr arg : exprs_.args(e))
          if (std::optional<std::int32_t> size = SizeOf(arg)) return size;
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }

  std::optional<std::int32_t> ConstantOf(Expr e) const {
    if (exprs_.op(e) == Op::kLocal) {
      const FunctionVariable& variable = function_.variables[exprs_.payload(e)];
      if (!variable.is_constant || !variable.binding.valid()) return std::nullopt;
      e = variable.binding;
    }
    if (exprs_.op(e) != Op::kInteger) return std::nullopt;
    return static_cast<std::int32_t>(exprs_.integer(e));
  }

  // Whether no statement makes it another size. An element that is assigned changes no size.
  bool Keeps(const std::vector<Statement>& body, std::int32_t size) const {
    return std::ranges::all_of(body, [&](const Statement& statement) {
      if (statement.kind == Statement::Kind::kTupleAssign || statement.kind == Statement::Kind::kAssign)
        for (Expr target : statement.targets) {
          if (!target.valid() || !IsWhole(target)) continue;
          if (statement.kind == Statement::Kind::kTupleAssign || PathOf(target) != path_) return false;
          if (SizeOf(statement.value) != size) return false;
        }
      return std::ranges::all_of(statement.branches,
                                 [&](const StatementBranch& branch) { return Keeps(branch.body, size); });
    });
  }

  // Whether the target is the array, a record around it or an element of an array of such records: not a part of the
  // array, and nothing beside it.
  bool IsWhole(Expr target) const {
    bool is_element = exprs_.op(target) == Op::kIndex;
    std::optional<Path> path = PathOf(is_element ? exprs_.arg(target, 0) : target);
    if (!path) return RootOf(target) == output_;
    bool is_around = path->size() <= path_.size() && std::equal(path->begin(), path->end(), path_.begin());
    return is_around && !(is_element && path->size() == path_.size());
  }

  std::size_t RootOf(Expr target) const {
    while (exprs_.op(target) == Op::kField || exprs_.op(target) == Op::kIndex) target = exprs_.arg(target, 0);
    return exprs_.op(target) == Op::kLocal ? exprs_.payload(target) : function_.variables.size();
  }

  // Of fields of the output and nothing else.
  std::optional<Path> PathOf(Expr target) const {
    Path path;
    for (; exprs_.op(target) == Op::kField; target = exprs_.arg(target, 0)) path.push_back(exprs_.payload(target));
    if (exprs_.op(target) != Op::kLocal || exprs_.payload(target) != output_) return std::nullopt;
    std::ranges::reverse(path);
    return path;
  }

  const ExprPool& exprs_;
  const Types& types_;
  const Function& function_;
  std::size_t output_;
  Path path_;
  std::size_t dimension_;
};

}  // namespace

std::optional<std::int32_t> SizeOfResult(const Store& store, Expr value, std::size_t dimension) {
  Path path;
  for (; store.exprs.op(value) == Op::kField; value = store.exprs.arg(value, 0))
    path.push_back(store.exprs.payload(value));
  if (path.empty() || store.exprs.op(value) != Op::kCall || !store.types.is_scalar(store.exprs.type(value)))
    return std::nullopt;
  const Function& function = store.functions[store.exprs.function(value)];
  if (function.is_external || function.output_count != 1) return std::nullopt;
  std::ranges::reverse(path);
  return ResultSize(store, function, function.input_count, std::move(path), dimension).Find();
}

}  // namespace mica::instance
