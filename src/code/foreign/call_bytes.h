// A foreign call as bytes, between this process and the one that makes it (confined_space.h). What comes back is not
// believed: results are read into values whose kinds and sizes are known, and bytes that do not fit are refused.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "code/foreign/foreign_call.h"

namespace mica::code {

class ByteWriter {
 public:
  template <class T>
  void Put(const T& plain) {
    bytes_.append(reinterpret_cast<const char*>(&plain), sizeof plain);
  }
  void PutText(std::string_view text) {
    Put<std::uint64_t>(text.size());
    bytes_ += text;
  }
  std::string& bytes() { return bytes_; }

 private:
  std::string bytes_;
};

// After the end, or what does not fit, everything read is zero and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  template <class T>
  T Get() {
    T plain{};
    if (!Has(sizeof plain)) return plain;
    std::memcpy(&plain, rest_.data(), sizeof plain);
    rest_.remove_prefix(sizeof plain);
    return plain;
  }
  std::string GetText() {
    auto size = Get<std::uint64_t>();
    if (!Has(size)) return {};
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  void Refuse() { ok_ = false; }
  bool ok() const { return ok_; }
  std::size_t left() const { return rest_.size(); }

 private:
  bool Has(std::uint64_t size) {
    ok_ = ok_ && size <= rest_.size();
    return ok_;
  }
  std::string_view rest_;
  bool ok_ = true;
};

void PutCall(ByteWriter& to, const ForeignCall& call);
ForeignCall GetCall(ByteReader& from);

// The outputs and the result of the call, there and back.
void PutResults(ByteWriter& to, const ForeignCall& call);
// Into the call, whose values say what must come. An external object is the address that it has there; `own` makes it a
// handle.
void GetResults(ByteReader& from, ForeignCall& call, const std::function<std::shared_ptr<void>(void*)>& own);

}  // namespace mica::code
