#include "loopyc/IR/Tags.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>

using namespace loopyc;

// What compilers take: a longer text gains nothing.
static constexpr int mostCopies = 1024;

const TagMeaning &InameTag::meaning() const {
  static constexpr TagMeaning plain = {"None", LoopNesting::Loop,
                                       LoopCode::Loop, false};
  static constexpr TagMeaning ordered = {"ord", LoopNesting::Loop,
                                         LoopCode::Loop, false};
  static constexpr TagMeaning unroll = {"unr", LoopNesting::Loop,
                                        LoopCode::Copies, true};
  static constexpr TagMeaning unrollHint = {"unr_hint", LoopNesting::Loop,
                                            LoopCode::HintedLoop, false};
  static constexpr TagMeaning group = {"g.", LoopNesting::Axis, LoopCode::None,
                                       false};
  static constexpr TagMeaning local = {"l.", LoopNesting::Axis, LoopCode::None,
                                       false};
  static constexpr TagMeaning localAuto = {"l.auto", LoopNesting::OpenAxis,
                                           LoopCode::None, false};
  static constexpr TagMeaning ilp = {"ilp", LoopNesting::Innermost,
                                     LoopCode::Copies, true};
  static constexpr TagMeaning ilpSequential = {
      "ilp.seq", LoopNesting::Innermost, LoopCode::Loop, true};
  static constexpr TagMeaning vector = {"vec", LoopNesting::Innermost,
                                        LoopCode::Lanes, true};
  switch (kind) {
  case InameTagKind::For:
    return plain;
  case InameTagKind::Ordered:
    return ordered;
  case InameTagKind::Unroll:
    return unroll;
  case InameTagKind::UnrollHint:
    return unrollHint;
  case InameTagKind::Group:
    return group;
  case InameTagKind::Local:
    return local;
  case InameTagKind::LocalAuto:
    return localAuto;
  case InameTagKind::IlpUnroll:
    return ilp;
  case InameTagKind::IlpSequential:
    return ilpSequential;
  case InameTagKind::Vector:
    return vector;
  }
  throw InternalError("a tag without a meaning");
}

std::optional<GridAxis> InameTag::gridAxis() const {
  if (isGroup())
    return GridAxis{AxisKind::Group, axis};
  if (isLocal())
    return GridAxis{AxisKind::Local, axis};
  return std::nullopt;
}

std::string InameTag::str() const {
  std::string text = meaning().spelling;
  if (nesting() == LoopNesting::Axis)
    return text + std::to_string(axis);
  return copies > 0 ? text + "." + std::to_string(copies) : text;
}

// "g.N" and "l.N": the device has axes 0, 1 and 2.
static InameTag hardwareTag(const std::string &text) {
  InameTag tag;
  tag.kind = text[0] == 'g' ? InameTagKind::Group : InameTagKind::Local;
  if (text.size() != 3 || text[2] < '0' || text[2] > '2')
    throw UserError("iname tag '" + text +
                    "' names no hardware axis; the axes are " + text[0] +
                    ".0, " + text[0] + ".1 and " + text[0] + ".2");
  tag.axis = text[2] - '0';
  return tag;
}

// "unr_hint.N"
static InameTag hintedTag(llvm::StringRef text) {
  InameTag tag;
  tag.kind = InameTagKind::UnrollHint;
  llvm::StringRef count = text;
  if (!count.consume_front("unr_hint.") || count.getAsInteger(10, tag.copies) ||
      tag.copies < 1 || tag.copies > mostCopies)
    throw UserError("iname tag '" + text.str() +
                    "' must say how many copies, from 1 to " +
                    std::to_string(mostCopies) + ", as unr_hint.8 does");
  return tag;
}

// Each kind by its spelling; scripts have other words for some.
static std::optional<InameTagKind> kindOf(const std::string &text) {
  static const std::map<std::string, InameTagKind> others = {
      {"", InameTagKind::For},
      {"for", InameTagKind::For},
      {"ilp.unr", InameTagKind::IlpUnroll}};
  if (auto known = others.find(text); known != others.end())
    return known->second;
  for (int k = 0; k <= static_cast<int>(InameTagKind::Vector); ++k) {
    InameTag tag{static_cast<InameTagKind>(k), 0};
    if (tag.nesting() != LoopNesting::Axis && text == tag.meaning().spelling)
      return tag.kind;
  }
  return std::nullopt;
}

InameTag InameTag::parse(const std::string &text) {
  if (auto kind = kindOf(text))
    return {*kind};
  if (text.rfind("g.", 0) == 0 || text.rfind("l.", 0) == 0)
    return hardwareTag(text);
  if (text.rfind("unr_hint.", 0) == 0)
    return hintedTag(text);
  throw UserError("'" + text +
                  "' is not an iname tag; the tags are for, ord, unr, "
                  "unr_hint, unr_hint.N, g.N, l.N, l.auto, ilp, ilp.seq and "
                  "vec");
}

std::string loopyc::axisTagStr(const AxisTag &tag) {
  return match(
      tag,
      [](const NestedAxis &t) {
        return "N" + std::to_string(t.level) +
               (t.alignBytes > 1 ? ":align:" + std::to_string(t.alignBytes)
                                 : "");
      },
      [](const StrideAxis &t) { return "stride:" + t.stride.str(); },
      [](const VectorAxis &) { return std::string("vec"); },
      [](const SeparateAxis &) { return std::string("sep"); },
      [](const ReusedAxis &) { return std::string("reused"); });
}
