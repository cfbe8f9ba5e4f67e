// Pages that are a frame with places in it, filled once.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mica {

struct FramePart {
  std::string_view place;  // as it stands in the frame, `<!--TITLE-->`
  std::string text;
};

// The frame with its places filled, which stand in the order of the parts. What is put in is not looked at again.
std::string FillFrame(std::string_view frame, std::span<const FramePart> parts);

// The frame with a content security policy in its place `<!--POLICY-->`: scripts that stand in the frame run, known by
// their digests, and none besides; nothing is loaded from anywhere. To be called before anything of a model is put in.
std::string WithPolicy(std::string_view frame);
// The element of <head> that says so for these scripts; `pictures`: where pictures may come from, as the policy has it.
std::string PolicyElement(std::span<const std::string_view> scripts, std::string_view pictures);

// JSON as it may stand within <script>: nothing in it looks like its end.
std::string WithinScript(std::string_view json);

}  // namespace mica
