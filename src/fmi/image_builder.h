// FMI: constant data for an FMU, built from structures of the runtime in C: arrays one after the other, pointers as
// places, which the linker resolves (code/machine_code.h).
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/machine_code.h"

namespace mica::fmi {

class ImageBuilder {
 public:
  // Its place. An array of no elements has a place, too.
  template <class T>
  std::size_t Add(std::span<const T> items) {
    std::size_t place = Room(items.size_bytes() + (items.empty() ? 16 : 0));
    if (!items.empty()) std::memcpy(image_.bytes.data() + place, items.data(), items.size_bytes());
    return place;
  }
  template <class T>
  std::size_t Add(const std::vector<T>& items) {
    return Add(std::span<const T>(items));
  }
  template <class T>
  std::size_t AddOne(const T& item) {
    return Add(std::span<const T>(&item, 1));
  }
  std::size_t AddText(std::string_view text) {
    std::size_t place = Room(text.size() + 1);
    std::memcpy(image_.bytes.data() + place, text.data(), text.size());
    return place;
  }
  // The pointer at a place.
  void Point(std::size_t at, std::size_t target) { SetPointer({at, target, {}}); }
  void PointTo(std::size_t at, const std::string& symbol) { SetPointer({at, 0, symbol}); }
  void Null(std::size_t at) { std::memset(image_.bytes.data() + at, 0, sizeof(void*)); }
  // The pointer at a place to an array, which is added; null where it is empty.
  template <class T>
  void List(std::size_t at, std::span<const T> items) {
    if (items.empty())
      Null(at);
    else
      Point(at, Add(items));
  }

  const code::DataImage& image() const { return image_; }

 private:
  std::size_t Room(std::size_t size) {
    constexpr std::size_t kAlignment = 16;
    std::size_t place = image_.bytes.size();
    image_.bytes.resize(place + (size + kAlignment - 1) / kAlignment * kAlignment);
    return place;
  }
  void SetPointer(code::DataImage::Pointer pointer) {
    Null(pointer.at);
    image_.pointers.push_back(std::move(pointer));
  }

  code::DataImage image_;
};

}  // namespace mica::fmi
