// Run stage: the state of a run as one block of bytes without pointers. Each part has one function that visits what
// changes of it, to write it and to read it again: so the two cannot differ. Parts of the runtime are visited by their
// own functions (runtime/step/saved_state.h), which exported programs and FMUs use, too.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/step/saved_state.h"

namespace mica::run {

class StateBytes {
 public:
  StateBytes() = default;  // to be written
  explicit StateBytes(std::span<const std::byte> bytes) : bytes_(bytes.begin(), bytes.end()), is_read_(true) {}

  bool is_read() const { return is_read_; }
  // False: the bytes are not what they should be; what was visited since is as it was.
  bool is_good() const { return is_good_; }
  void Refuse() { is_good_ = false; }
  bool is_at_end() const { return at_ == bytes_.size(); }
  std::vector<std::byte> Take() { return std::move(bytes_); }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void Value(T& value) {
    Data(&value, sizeof value);
  }
  // Of a length that the model gives.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void Array(std::span<T> values) {
    Data(values.data(), values.size_bytes());
  }
  // Of a length that changes.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void List(std::vector<T>& values) {
    std::uint64_t size = values.size();
    Value(size);
    if (is_read_ && (!is_good_ || size > (bytes_.size() - at_) / sizeof(T))) return Refuse();
    if (is_read_) values.resize(size);
    Array(std::span(values));
  }
  void Text(std::string& text) {
    std::vector<char> letters(text.begin(), text.end());
    List(letters);
    if (is_read_ && is_good_) text.assign(letters.begin(), letters.end());
  }
  // `visit` is called with a MicaState, twice: first it counts.
  template <std::invocable<MicaState*> Visit>
  void Part(Visit&& visit) {
    MicaState state{nullptr, 0, 0};
    visit(&state);
    std::size_t size = state.at;
    if (!HasRoom(size)) return;
    state = {reinterpret_cast<unsigned char*>(bytes_.data() + at_), 0, is_read_ ? 1 : 0};
    visit(&state);
    at_ += size;
  }

 private:
  bool HasRoom(std::size_t size) {
    if (!is_read_) bytes_.resize(at_ + size);
    if (bytes_.size() - at_ < size) is_good_ = false;
    return is_good_;
  }
  void Data(void* data, std::size_t size) {
    if (size == 0 || !HasRoom(size)) return;
    if (is_read_)
      std::memcpy(data, bytes_.data() + at_, size);
    else
      std::memcpy(bytes_.data() + at_, data, size);
    at_ += size;
  }

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
  bool is_read_ = false, is_good_ = true;
};

}  // namespace mica::run
