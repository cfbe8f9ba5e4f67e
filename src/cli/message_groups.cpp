#include "cli/message_groups.h"

#include <fmt/format.h>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

namespace mica::cli {

namespace {
constexpr std::size_t kInstances = 3;  // of one group that are shown: enough to see what they have in common
}

std::vector<MessageGroup> GroupMessages(std::span<const Diagnostic* const> messages) {
  using Key = std::tuple<std::string_view, std::size_t, std::uint32_t, std::uint32_t>;
  std::map<Key, std::size_t> group_of;
  std::vector<MessageGroup> groups;
  for (const Diagnostic* message : messages) {
    if (message->span.valid()) {
      const Span& at = message->span;
      auto [found, is_new] =
          group_of.try_emplace({message->code.id(), at.file.index(), at.begin, at.end}, groups.size());
      if (!is_new) {
        groups[found->second].others.push_back(message);
        continue;
      }
    }
    groups.push_back({message, {}});
  }
  return groups;
}

Diagnostic MessageOf(const MessageGroup& group, bool whole) {
  Diagnostic message = *group.first;
  if (group.others.empty()) return message;
  std::size_t all = group.others.size() + 1;
  if (message.severity() == Severity::kNote && !whole) {
    message.message += fmt::format(" ({} times at this place)", all);
    return message;
  }
  for (std::size_t i = 0; i < group.others.size() && i + 1 < kInstances; ++i)
    message.notes.push_back({{}, fmt::format("also: {}", group.others[i]->message)});
  if (all > kInstances) message.notes.push_back({{}, fmt::format("{} times at this place in all", all)});
  return message;
}

}  // namespace mica::cli
