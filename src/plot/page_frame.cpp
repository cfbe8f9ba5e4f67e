#include "plot/page_frame.h"

#include <fmt/format.h>
#include <vector>

#include "base/check.h"
#include "base/sha256.h"

namespace mica {

namespace {

// RFC 4648, of the bytes that the hexadecimal digits stand for.
std::string Base64OfHex(std::string_view hex) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  auto value = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::string out;
  unsigned bits = 0, count = 0;
  for (char c : hex) {
    bits = (bits << 4 | value(c)) & 0xFFF;
    count += 4;
    if (count < 6) continue;
    count -= 6;
    out += kDigits[bits >> count & 0x3F];
  }
  if (count > 0) out += kDigits[bits << (6 - count) & 0x3F];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

}  // namespace

std::string PolicyElement(std::span<const std::string_view> scripts, std::string_view pictures) {
  std::string allowed;
  for (std::string_view script : scripts) allowed += fmt::format(" 'sha256-{}'", Base64OfHex(Sha256::Of(script)));
  return fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src{}; style-src "
      "'unsafe-inline'; img-src {}; base-uri 'none'; form-action 'none'\">",
      allowed.empty() ? " 'none'" : allowed, pictures);
}

std::string WithPolicy(std::string_view frame) {
  constexpr std::string_view kStart = "<script>", kEnd = "</script>";
  std::vector<std::string_view> scripts;
  for (std::size_t at = frame.find(kStart); at != std::string_view::npos; at = frame.find(kStart, at)) {
    at += kStart.size();
    std::size_t end = frame.find(kEnd, at);
    Check(end != std::string_view::npos, "a script of a page has no end");
    scripts.push_back(frame.substr(at, end - at));
    at = end;
  }
  const FramePart parts[] = {{"<!--POLICY-->", PolicyElement(scripts, "data:")}};
  return FillFrame(frame, parts);
}

std::string FillFrame(std::string_view frame, std::span<const FramePart> parts) {
  std::string out;
  for (const FramePart& part : parts) {
    std::size_t at = frame.find(part.place);
    Check(at != std::string_view::npos, "a page has no place for one of its parts");
    out += frame.substr(0, at);
    out += part.text;
    frame.remove_prefix(at + part.place.size());
  }
  return out.append(frame);
}

std::string WithinScript(std::string_view json) {
  std::string out;
  for (char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace mica
