// References through an array of components whose elements were instantiated apart (split_array.cpp). Where the
// subscripts say which element is meant, it is that one; otherwise the reference is an array made of all elements,
// which must then be of one type. Where they are not, a comprehension around it is written out, so that each round has
// the element it speaks of.
#include <fmt/format.h>
#include <functional>

#include "instance/codes.h"
#include "instance/typing/typer.h"

namespace mica::instance {

Component* Typer::ChooseGroup(Component* array, const std::vector<Expr>& subscripts, Place& place, Span span,
                              bool& failed) {
  std::optional<std::size_t> element;
  for (auto it = elements_.rbegin(); it != elements_.rend() && !element; ++it)
    if (it->first == array) element = it->second;
  if (!element && subscripts.size() == array->sizes.size()) {
    std::size_t number = 0;
    bool is_known = true;
    for (std::size_t i = 0; i < subscripts.size() && is_known; ++i) {
      Expr s = subscripts[i];
      std::optional<Value> value = exprs().op(s) == Op::kColon || !types().is_scalar(exprs().type(s))
                                       ? std::nullopt
                                       : elaboration_.TryEvaluate(s);
      is_known = value.has_value();
      if (!value) break;
      std::int64_t at = value->integer() + (value->kind == TypeKind::kBoolean ? 1 : 0);
      if (at < 1 || at > array->sizes[i]) {
        ops().Fail(kSubscriptOutOfBounds, span,
                   fmt::format("subscript {} is out of bounds: dimension {} of {} has size {}", at, i + 1,
                               instances().PathText(array), array->sizes[i]));
        failed = true;
        return nullptr;
      }
      number = number * static_cast<std::size_t>(array->sizes[i]) + static_cast<std::size_t>(at - 1);
    }
    if (is_known) element = number;
  }
  if (!element) {
    place.component = place.split = array;
    place.split_subscripts = subscripts;
    place.split_subscripts.resize(array->sizes.size(), exprs().Colon());
    return nullptr;
  }
  auto [group, position] = Elaboration::GroupOf(array, *element);
  if (position) place.subscripts.push_back(exprs().Integer(*position));
  return group;
}

Expr Typer::TypeThroughSplit(const syntax::ComponentReference& reference, const Place& place) {
  const Component* array = place.split;
  Span span = SpanOf(reference);
  bool by_loop = false;
  for (Expr s : place.split_subscripts)
    by_loop = by_loop || (exprs().op(s) != Op::kColon && elaboration_.UsesIterator(s, {}));
  met_split_ = met_split_ || by_loop;
  std::vector<Expr> values;
  for (std::size_t element = 0; element < array->group_places.size(); ++element) {
    PushElement(array, element);
    Expr value = TypeReference(reference);
    PopElement();
    if (ops().is_error(value)) return value;
    values.push_back(value);
  }
  if (values.empty())
    return ops().Fail(kElementsDifferInStructure, span, fmt::format("{} has no elements", instances().PathText(array)));
  TypeId common = ops().CommonRecord(values);
  for (Expr& value : values) {
    if (std::optional<Expr> fitted = ops().TryCoerce(value, common)) {
      value = *fitted;
      continue;
    }
    return ops().Fail(kElementsDifferInStructure, span,
                      fmt::format("{} differs between the elements of an array of components: {} and {}",
                                  tree_->Text(reference), ops().TypeText(values[0]), ops().TypeText(value)));
  }
  // {…} of all elements, the last dimension of the array innermost.
  Expr whole;
  std::vector<Expr> level = std::move(values);
  for (std::size_t i = array->sizes.size(); i-- > 0;) {
    std::vector<Expr> next;
    auto size = static_cast<std::size_t>(array->sizes[i]);
    for (std::size_t at = 0; at < level.size(); at += size)
      next.push_back(exprs().Make(Op::kArray, types().Array(exprs().type(level[at]), array->sizes[i]),
                                  std::span(level).subspan(at, size)));
    level = std::move(next);
  }
  whole = level[0];
  // Open dimensions of the arrays around come first.
  std::size_t around = 0;
  for (Expr s : place.subscripts) around += exprs().op(s) == Op::kColon || !types().is_scalar(exprs().type(s));
  std::vector<Expr> subscripts;
  if (around > 0) {
    std::vector<Expr> outer, inner, args{Expr()};
    std::vector<std::int32_t> sizes;
    Sizes all = types().sizes(exprs().type(whole));
    std::vector<std::int32_t> whole_sizes(all.begin(), all.end());
    for (std::size_t i = 0; i < around + array->sizes.size(); ++i) {
      bool is_outer = i < around;
      std::int32_t size = whole_sizes[is_outer ? array->sizes.size() + i : i - around];
      (is_outer ? outer : inner).push_back(exprs().NewIterator(names().Intern("i"), types().integer()));
      args.push_back((is_outer ? outer : inner).back());
      args.push_back(ops().Range(exprs().Integer(1), {}, exprs().Integer(size), span));
      sizes.push_back(size);
    }
    inner.insert(inner.end(), outer.begin(), outer.end());
    args[0] = exprs().Index(whole, inner);
    whole = exprs().Make(Op::kArrayFor, types().Array(exprs().type(args[0]), sizes), args);
    subscripts.assign(around, exprs().Colon());
  }
  subscripts.insert(subscripts.end(), place.split_subscripts.begin(), place.split_subscripts.end());
  while (!subscripts.empty() && exprs().op(subscripts.back()) == Op::kColon) subscripts.pop_back();
  return exprs().Index(whole, subscripts);
}

Expr Typer::WriteOut(const syntax::Expression& body, syntax::List<syntax::Iterator> iterators, Op op, Span span) {
  std::vector<Expr> all;  // of a reduction: what it goes over
  // From the last iterator, which is the outermost, to the first.
  std::function<Expr(std::size_t)> write = [&](std::size_t left) -> Expr {
    if (left == 0) {
      Expr value = Type(body);
      all.push_back(value);
      return value;
    }
    const syntax::Iterator& iterator = *iterators[left - 1];
    Expr range = TypeRange(iterator, body);
    std::optional<Value> known =
        ops().is_error(range) ? std::nullopt
                              : elaboration_.Evaluate(range, SpanOf(iterator),
                                                      fmt::format("the range of {}", names().text(iterator.name)));
    if (!known) return ops().error();
    std::vector<Expr> rounds;
    for (std::size_t i = 0; i < known->count(); ++i) {
      Value one = Value::Like(*known, {}, types());
      one.CopyElement(0, *known, i);
      PushIterator(iterator.name, ToExpr(one, exprs()));
      rounds.push_back(write(left - 1));
      PopIterator();
      if (ops().is_error(rounds.back())) return ops().error();
    }
    if (op != Op::kArrayFor) return rounds.empty() ? exprs().Integer(0) : rounds[0];
    for (Expr round : rounds)
      if (exprs().type(round) != exprs().type(rounds[0]))
        return ops().Fail(kElementsDifferInStructure, span,
                          fmt::format("{} differs between the elements of an array of components: {} and {}",
                                      tree_->Text(body), ops().TypeText(rounds[0]), ops().TypeText(round)));
    if (rounds.empty()) return ops().Fail(kElementsDifferInStructure, span, "there is nothing to go over");
    return exprs().Make(Op::kArray, types().Array(exprs().type(rounds[0]), static_cast<std::int32_t>(rounds.size())),
                        rounds);
  };
  Expr array = write(iterators.size());
  if (op == Op::kArrayFor || ops().is_error(array)) return array;
  Op reduce = op == Op::kSumFor       ? Op::kSumOf
              : op == Op::kProductFor ? Op::kProductOf
              : op == Op::kMinFor     ? Op::kMinOf
                                      : Op::kMaxOf;
  if (all.empty()) return ops().Fail(kElementsDifferInStructure, span, "there is nothing to go over");
  for (Expr value : all)
    if (!types().is_scalar(exprs().type(value)) || exprs().type(value) != exprs().type(all[0]))
      return ops().Fail(kElementsDifferInStructure, span,
                        fmt::format("{} differs between the elements of an array of components: {} and {}",
                                    tree_->Text(body), ops().TypeText(all[0]), ops().TypeText(value)));
  TypeId type = exprs().type(all[0]);
  return exprs().Make(reduce, type,
                      {exprs().Make(Op::kArray, types().Array(type, static_cast<std::int32_t>(all.size())), all)});
}

}  // namespace mica::instance
