#include "symbolic/type_inference.h"

#include "expression/apply.h"
#include "symbolic/substitute.h"

namespace mica::symbolic {

namespace {

using Shape = std::vector<std::int32_t>;

class Inference {
 public:
  Inference(std::span<const Expr> args, Store& store)
      : args_(args), pool_(store.exprs), types_(store.types), store_(store) {}

  // Empty when nothing is known.
  Shape Sizes(Op op, TypeId type, std::uint64_t payload) {
    switch (op) {
      case Op::kArray:
        return args_.empty() ? Shape() : Joined({static_cast<std::int32_t>(args_.size())}, Of(0));
      case Op::kRange:
        return {RangeSize()};
      case Op::kArrayFor: {
        Shape sizes;
        for (std::size_t i = 2; i < args_.size(); i += 2) sizes.push_back(Of(i).empty() ? kUnknownSize : Of(i)[0]);
        return Joined(std::move(sizes), Of(0));
      }
      case Op::kField: {
        Shape own = ToShape(types_.sizes(types_.record(pool_.type(args_[0])).fields[payload].type));
        return Joined(Of(0), own);
      }
      case Op::kRecord: {
        Shape sizes;
        for (std::size_t i = 0; i < types_.rank(type) && !args_.empty(); ++i) sizes.push_back(Of(0)[i]);
        return sizes;
      }
      case Op::kIf: {  // of the branch that will be taken
        Shape sizes = Of(1), other = Of(2);
        for (std::size_t i = 0; i < sizes.size() && i < other.size(); ++i)
          if (sizes[i] != other[i]) sizes[i] = kUnknownSize;
        return sizes;
      }
      case Op::kFill: {
        Shape sizes;
        for (std::size_t i = 1; i < args_.size(); ++i) sizes.push_back(Literal(args_[i]));
        return Joined(std::move(sizes), Of(0));
      }
      case Op::kIdentity:
        return {Literal(args_[0]), Literal(args_[0])};
      case Op::kDiagonal:
        return {Of(0)[0], Of(0)[0]};
      case Op::kLinspace:
        return {Literal(args_[2])};
      case Op::kTranspose: {
        Shape sizes = Of(0);
        if (sizes.size() >= 2) std::swap(sizes[0], sizes[1]);
        return sizes;
      }
      case Op::kOuterProduct:
        return {Of(0)[0], Of(1)[0]};
      case Op::kSymmetric:
        return Of(0);
      case Op::kCross:
        return {3};
      case Op::kSkew:
        return {3, 3};
      case Op::kCat:
        return Cat();
      case Op::kPromote: {
        Shape sizes = Of(0);
        sizes.resize(types_.rank(type), 1);
        return sizes;
      }
      case Op::kVectorOf: {
        std::int32_t count = 1;
        for (std::int32_t size : Of(0)) count = size < 0 || count < 0 ? kUnknownSize : count * size;
        return {count};
      }
      case Op::kMatrixOf: {
        Shape sizes = Of(0);
        sizes.resize(2, 1);
        return sizes;
      }
      case Op::kCall:
        return CallSizes(FunctionId(payload), 0);
      case Op::kTupleItem:
        if (pool_.op(args_[0]) != Op::kCall) return {};
        {
          std::vector<Expr> inner = pool_.ArgsCopy(args_[0]);
          return Inference(inner, store_).CallSizes(pool_.function(args_[0]), payload);
        }
      case Op::kSmooth:
        return Of(1);
      case Op::kMatPow:
        return Of(0);
      default:
        return Elementwise(types_.rank(type));
    }
  }

 private:
  static Shape ToShape(mica::Sizes sizes) { return {sizes.begin(), sizes.end()}; }
  Shape Of(std::size_t i) const { return ToShape(types_.sizes(pool_.type(args_[i]))); }
  static Shape Joined(Shape a, const Shape& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  static bool Known(const Shape& sizes) {
    for (std::int32_t size : sizes)
      if (size < 0) return false;
    return true;
  }
  std::int32_t Literal(Expr e) const {
    if (pool_.op(e) != Op::kInteger || pool_.integer(e) < 0 || pool_.integer(e) > INT32_MAX) return kUnknownSize;
    return static_cast<std::int32_t>(pool_.integer(e));
  }
  std::int32_t RangeSize() const {
    std::optional<std::int64_t> count;
    bool integers = true;
    for (Expr arg : args_) integers &= pool_.op(arg) == Op::kInteger || pool_.op(arg) == Op::kEnumLiteral;
    if (integers)
      count = RangeCount(pool_.integer(args_[0]), pool_.integer(args_[1]), pool_.integer(args_[2]));
    else if (pool_.number(args_[0]) && pool_.number(args_[1]) && pool_.number(args_[2]))
      count = RangeCount(*pool_.number(args_[0]), *pool_.number(args_[1]), *pool_.number(args_[2]));
    return count && *count <= INT32_MAX ? static_cast<std::int32_t>(*count) : kUnknownSize;
  }
  Shape Elementwise(std::size_t rank) const {
    Shape best;
    for (std::size_t i = 0; i < args_.size(); ++i) {
      Shape sizes = Of(i);
      if (sizes.size() != rank) continue;
      if (best.empty() || Known(sizes)) best = sizes;
    }
    return best;
  }
  Shape Cat() const {
    std::int64_t along = Literal(args_[0]) - 1;
    Shape sizes = Of(1);
    if (along < 0 || along >= static_cast<std::int64_t>(sizes.size())) return {};
    auto d = static_cast<std::size_t>(along);
    std::int64_t total = 0;
    for (std::size_t i = 1; i < args_.size(); ++i) {
      Shape other = Of(i);
      if (other.size() <= d) return {};
      for (std::size_t k = 0; k < other.size() && k < sizes.size(); ++k)
        if (sizes[k] < 0) sizes[k] = other[k];
      total = total < 0 || other[d] < 0 ? -1 : total + other[d];
    }
    sizes[d] = static_cast<std::int32_t>(total);
    return sizes;
  }
  // Sizes of an output as its declaration computes them from the inputs.
  Shape CallSizes(FunctionId id, std::size_t output) {
    const mica::Function& function = store_.functions[id];
    if (output >= function.output_count) return {};
    const FunctionVariable& variable = function.output(output);
    Shape sizes = ToShape(types_.sizes(variable.type));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] >= 0 || i >= variable.sizes.size() || !variable.sizes[i] ||
          pool_.op(variable.sizes[i]) == Op::kColon)
        continue;
      Substitution arguments(store_);
      for (std::size_t k = 0; k < args_.size() && k < function.input_count; ++k)
        arguments.Set(pool_.Local(k, function.input(k).type), args_[k]);
      sizes[i] = Literal(arguments.Apply(variable.sizes[i]));
    }
    return sizes;
  }

  std::span<const Expr> args_;
  ExprPool& pool_;
  Types& types_;
  Store& store_;
};

}  // namespace

TypeId InferType(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload, Store& store) {
  Types& types = store.types;
  if (!types.has_unknown_size(type)) return type;
  Shape inferred = Inference(args, store).Sizes(op, type, payload);
  if (inferred.size() != types.rank(type)) return type;
  for (std::size_t i = 0; i < inferred.size(); ++i)
    if (std::int32_t declared = types.sizes(type)[i]; declared >= 0) inferred[i] = declared;
  return types.WithSizes(type, inferred);
}

}  // namespace mica::symbolic
