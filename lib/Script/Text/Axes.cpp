// Names, tags and orders of axes.
#include "loopyc/Script/Text.h"

#include "OwnNames.h"
#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::script;

static const char *const tagging = "tag_array_axes";

std::vector<std::string> script::splitAtCommas(const std::string &text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    if (c == '(' || c == '[')
      ++depth;
    if (c == ')' || c == ']')
      --depth;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else if (c != ' ')
      parts.back() += c;
  }
  return parts;
}

// --- `?`

static bool isOptional(llvm::StringRef text) { return text.ends_with("?"); }

static std::string withoutMark(llvm::StringRef text) {
  text.consume_back("?");
  return text.str();
}

std::vector<std::string>
script::forOwnAxes(const std::vector<std::string> &texts,
                   const Variable &array) {
  size_t surplus = texts.size() - std::min(texts.size(), array.visibleAxes());
  std::vector<std::string> own;
  for (const std::string &text : texts)
    if (isOptional(text) && surplus > 0)
      --surplus;
    else
      own.push_back(withoutMark(text));
  return own;
}

// --- tags and orders

static std::optional<AxisOrder> orderNamed(const std::string &text) {
  if (text == "c" || text == "C")
    return AxisOrder::C;
  if (text == "f" || text == "F")
    return AxisOrder::Fortran;
  return std::nullopt;
}

AxisOrder script::readAxisOrder(const std::string &text,
                                const Variable &array) {
  if (auto order = orderNamed(text))
    return *order;
  throw UserError("split_array_axis: the order of the new axes of '" +
                  array.name + "' must be C or F, but it is '" + text + "'");
}

static bool isNumber(llvm::StringRef text, size_t longest) {
  return !text.empty() && text.size() <= longest &&
         text.find_first_not_of("0123456789") == llvm::StringRef::npos;
}

// N1, or N1:align:32 for an axis that add_padding padded.
static std::optional<NestedAxis> levelNamed(llvm::StringRef text) {
  if (!text.consume_front("N"))
    return std::nullopt;
  auto [level, bytes] = text.split(":align:");
  bool isAligned = level.size() < text.size();
  NestedAxis tag{0};
  if (!isNumber(level, 2) || level.getAsInteger(10, tag.level))
    return std::nullopt;
  if (isAligned && (!isNumber(bytes, 18) || tag.level == 0 ||
                    bytes.getAsInteger(10, tag.alignBytes)))
    return std::nullopt;
  return tag;
}

// Of "stride:n", and of "N1:stride:n", as kernels are printed; "" if it is
// none.
// The stride itself says where the axis is among others.
static llvm::StringRef strideText(llvm::StringRef text) {
  if (text.starts_with("N")) {
    auto [level, rest] = text.drop_front().split(':');
    if (isNumber(level, 2))
      text = rest;
  }
  return text.consume_front("stride:") ? text : "";
}

static StrideAxis strideOf(const std::string &text, llvm::StringRef stride,
                           const Kernel &kernel, const Variable &array) {
  Expr steps = parseExpr(stride.str(), withoutReductions(namesOf(kernel)));
  if (!steps.type().isInteger())
    throw UserError(std::string(tagging) + ": the stride of '" + text +
                    "' must be an integer number of elements of array '" +
                    array.name + "', but " + steps.str() + " is " +
                    steps.type().fortran());
  return {convert(steps, Type::integer(4))};
}

AxisTagging script::readAxisTag(const std::string &text, const Kernel &kernel,
                                const Variable &array) {
  if (text.empty())
    return SameTag{};
  if (text == "stride:auto")
    return AxisOrder::C;
  if (auto order = orderNamed(text))
    return *order;
  if (auto level = levelNamed(text))
    return *level;
  if (text == "vec")
    return VectorAxis{};
  if (text == "sep")
    return SeparateAxis{};
  if (llvm::StringRef stride = strideText(text); !stride.empty())
    return strideOf(text, stride, kernel, array);
  throw UserError(std::string(tagging) + ": '" + text +
                  "' is not a tag for an axis of array '" + array.name +
                  "'; the tags are N0, N1, ..., c, f, vec, sep and "
                  "stride:EXPR");
}

// --- of all axes

// N1, N2 -> N0, N1, where the axis of N0 was left out.
static void renumberLevels(std::vector<AxisTagging> &tags,
                           const Variable &array) {
  std::vector<NestedAxis *> nested;
  for (size_t a = 0; a < tags.size(); ++a) {
    if (std::holds_alternative<SameTag>(tags[a]))
      tags[a] = array.axes[a].tag;
    if (auto *tag = std::get_if<AxisTag>(&tags[a]))
      if (auto *level = std::get_if<NestedAxis>(tag))
        nested.push_back(level);
  }
  int lowest = nested.empty() ? 0 : nested.front()->level;
  for (const NestedAxis *axis : nested)
    lowest = std::min(lowest, axis->level);
  for (NestedAxis *axis : nested)
    axis->level -= lowest;
}

std::vector<AxisTagging>
script::readAxisTags(const std::vector<std::string> &texts,
                     const Kernel &kernel, const Variable &array) {
  std::vector<AxisTagging> tags;
  for (const std::string &text : forOwnAxes(texts, array))
    tags.push_back(readAxisTag(text, kernel, array));
  if (tags.size() < texts.size() && tags.size() <= array.axes.size())
    renumberLevels(tags, array);
  return tags;
}

std::map<std::string, AxisTagging>
script::readAxisTags(const std::map<std::string, std::string> &texts,
                     const Kernel &kernel, const Variable &array) {
  std::map<std::string, AxisTagging> tags;
  for (const auto &[axis, text] : texts)
    if (!isOptional(text) || findAxis(array, axis))
      tags[axis] = readAxisTag(withoutMark(text), kernel, array);
  return tags;
}
