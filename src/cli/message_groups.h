// Messages with the same code at the same place of the source, as one: an equation of a component that a model has
// thirty times gives one message with a count, and a few of the others as instances.
#pragma once

#include <span>
#include <vector>

#include "base/diagnostic.h"

namespace mica::cli {

struct MessageGroup {
  const Diagnostic* first;
  std::vector<const Diagnostic*> others;  // in the order in which they were reported
};

// In the order of the first of each. A message without a place is a group of its own. Linear in their number.
std::vector<MessageGroup> GroupMessages(std::span<const Diagnostic* const> messages);

// The first message, with notes about the others: the texts of kInstances in all, and how many there are. A note of
// ours takes one line unless `whole`, and then has the number alone.
Diagnostic MessageOf(const MessageGroup& group, bool whole);

}  // namespace mica::cli
