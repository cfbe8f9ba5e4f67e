// Arrays of components whose elements differ in structure: in the size of an array inside, in what is there
// conditionally, in which equations hold. Elements that are alike in this are one component, a group (nodes.h), so that
// an array costs as much as it has different elements.
//
// That elements differ shows only when a size or condition inside has been evaluated for all of them, and then much has
// been built on the array already. So the wish to split it is noted, by its place in the model, and instantiation
// begins again (Elaboration::SetSplits); an array inside an array may show in the next round only. Every round splits
// an array further, so there is an end.
#include <fmt/format.h>
#include <algorithm>

#include "instance/elaboration.h"

namespace mica::instance {

namespace {

// Calls `visit` with every combination of numbers from 1 to these, the last running fastest.
template <typename Visit>
void ForAllPlaces(std::span<const std::int32_t> sizes, const Visit& visit) {
  if (std::ranges::any_of(sizes, [](std::int32_t size) { return size < 1; })) return;
  std::vector<std::int32_t> at(sizes.size(), 1);
  for (;;) {
    visit(at);
    std::size_t i = at.size();
    while (i > 0 && ++at[i - 1] > sizes[i - 1]) at[--i] = 1;
    if (i == 0) return;
  }
}

std::size_t CountOf(const std::vector<std::int32_t>& sizes) {
  std::size_t count = 1;
  for (std::int32_t size : sizes) count *= static_cast<std::size_t>(std::max(size, 0));
  return count;
}

}  // namespace

std::string Elaboration::KeyOf(const Component* component) const {
  std::string key;
  for (const Component* c = component; c && c->name.valid(); c = c->parent()) {
    std::string own(instances_.store().names.text(c->name));
    if (c->chosen && c != component) own += fmt::format("[{}]", fmt::join((*c->chosen)[0], ","));
    key = own + "\n" + key;
  }
  return key;
}

bool Elaboration::WantSplit(Expr e, Evaluator& evaluator, std::span<const Expr> iterators) {
  // The arrays that it may differ in, outermost first: they were typed in that order.
  for (Component* array : arrays_) {
    std::vector<Expr> own, others;
    for (Expr iterator : iterators)
      (std::ranges::find(array->iterators, iterator) != array->iterators.end() ? own : others).push_back(iterator);
    if (own.empty()) continue;
    const Component* parent = array->parent();
    bool is_value =
        !parent || (parent->clause && (instances_.IsRecord(parent->type) || instances_.IsConnector(parent->type)));
    if (is_value || instances_.IsInFunction(array->container)) continue;
    std::vector<std::int32_t> other_sizes;
    for (Expr iterator : others) other_sizes.push_back(IteratorSize(iterator).value_or(0));
    // What the expression is in each element, for every element of the other arrays.
    std::map<std::string, std::uint32_t> kinds;
    std::vector<std::uint32_t> kind_of;
    bool ok = true;
    ForAllPlaces(array->sizes, [&](const std::vector<std::int32_t>& at) {
      std::string values;
      for (std::size_t i = 0; i < at.size(); ++i)
        evaluator.SetIterator(array->iterators[i], Value::Integer(at[i], store().types));
      ForAllPlaces(other_sizes, [&](const std::vector<std::int32_t>& other) {
        for (std::size_t i = 0; i < other.size() && ok; ++i)
          evaluator.SetIterator(others[i], Value::Integer(other[i], store().types));
        std::optional<Value> value = ok ? evaluator.Evaluate(e) : std::nullopt;
        ok = ok && value.has_value();
        if (ok) values += ValueText(*value, store().types, names()) + "\n";
      });
      kind_of.push_back(kinds.emplace(values, static_cast<std::uint32_t>(kinds.size())).first->second);
    });
    if (!ok || kinds.size() < 2) continue;
    // Over what is known of it: elements of one group become several.
    const Component* whole = array->split_from ? array->split_from : array;
    std::vector<std::uint32_t>& split = wanted_splits_[KeyOf(whole)];
    std::size_t count = CountOf(whole->sizes);
    if (split.size() != count) split.assign(count, 0);
    std::vector<std::uint32_t> refinement(count, 0);
    std::size_t next = 0;
    for (std::size_t element = 0; element < count; ++element) {
      bool is_here = whole == array || whole->groups[whole->group_places[element].group] == array;
      if (is_here) refinement[element] = kind_of[next++];
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
    for (std::size_t element = 0; element < count; ++element)
      split[element] =
          numbers.emplace(std::pair(split[element], refinement[element]), static_cast<std::uint32_t>(numbers.size()))
              .first->second;
    return true;
  }
  return false;
}

void Elaboration::MakeGroups(Component* array) {
  auto found = splits_.find(KeyOf(array));
  if (found == splits_.end() || found->second.size() != CountOf(array->sizes)) return;
  const std::vector<std::uint32_t>& split = found->second;
  // Of a matrix of components each element is a group of its own.
  bool is_vector = array->sizes.size() == 1;
  std::vector<std::shared_ptr<ChosenElements>> chosen;
  std::map<std::uint32_t, std::uint32_t> group_of;
  std::size_t element = 0;
  ForAllPlaces(array->sizes, [&](const std::vector<std::int32_t>& at) {
    std::uint32_t number = is_vector ? split[element] : static_cast<std::uint32_t>(element);
    auto [group, is_new] = group_of.emplace(number, static_cast<std::uint32_t>(chosen.size()));
    if (is_new) chosen.push_back(std::make_shared<ChosenElements>());
    chosen[group->second]->push_back(at);
    array->group_places.push_back({group->second, static_cast<std::int32_t>(chosen[group->second]->size())});
    ++element;
  });
  for (auto& elements : chosen) {
    Component* group = instances_.NewComponent();
    group->name = array->name;
    group->clause = array->clause;
    group->declaration = array->declaration;
    group->tree = array->tree;
    group->container = array->container;
    group->scope = array->scope;
    group->modifier = array->modifier;
    group->binding = array->binding;
    group->is_protected = array->is_protected;
    group->is_final = array->is_final;
    group->is_inner = array->is_inner;
    group->is_outer = array->is_outer;
    group->is_replaceable = array->is_replaceable;
    group->is_redeclared = array->is_redeclared;
    group->has_given_sizes = true;
    if (elements->size() > 1) {
      group->sizes = {static_cast<std::int32_t>(elements->size())};
      group->size_types = {TypeId()};
      group->size_exprs = {store().exprs.Integer(group->sizes[0])};
      group->declared_rank = 1;
    }
    group->split_from = array;
    group->chosen = std::move(elements);
    array->groups.push_back(group);
  }
  for (Component* group : array->groups) EnsureTyped(group);
}

std::pair<Component*, std::optional<std::int32_t>> Elaboration::GroupOf(const Component* array, std::size_t element) {
  const Component::GroupPlace& place = array->group_places[element];
  Component* group = array->groups[place.group];
  return {group, group->sizes.empty() ? std::nullopt : std::optional(place.position)};
}

}  // namespace mica::instance
