#include "loopyc/IR/Tags.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

using namespace loopyc;

std::string InameTag::str() const {
  switch (kind) {
  case InameTagKind::For:
    return "None";
  case InameTagKind::Ordered:
    return "ord";
  case InameTagKind::Unroll:
    return "unr";
  case InameTagKind::UnrollHint:
    return "unr_hint";
  case InameTagKind::Group:
    return "g." + std::to_string(axis);
  case InameTagKind::Local:
    return "l." + std::to_string(axis);
  case InameTagKind::LocalAuto:
    return "l.auto";
  case InameTagKind::IlpUnroll:
    return "ilp";
  case InameTagKind::IlpSequential:
    return "ilp.seq";
  case InameTagKind::Vector:
    return "vec";
  }
  return "";
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

InameTag InameTag::parse(const std::string &text) {
  struct Row {
    const char *text;
    InameTagKind kind;
  };
  static const Row rows[] = {
      {"", InameTagKind::For},
      {"None", InameTagKind::For},
      {"for", InameTagKind::For},
      {"ord", InameTagKind::Ordered},
      {"unr", InameTagKind::Unroll},
      {"unr_hint", InameTagKind::UnrollHint},
      {"l.auto", InameTagKind::LocalAuto},
      {"ilp", InameTagKind::IlpUnroll},
      {"ilp.unr", InameTagKind::IlpUnroll},
      {"ilp.seq", InameTagKind::IlpSequential},
      {"vec", InameTagKind::Vector},
  };
  for (const Row &row : rows)
    if (text == row.text) {
      InameTag tag;
      tag.kind = row.kind;
      return tag;
    }
  if (text.rfind("g.", 0) == 0 || text.rfind("l.", 0) == 0)
    return hardwareTag(text);
  throw UserError("'" + text +
                  "' is not an iname tag; the tags are for, ord, unr, "
                  "unr_hint, g.N, l.N, l.auto, ilp, ilp.seq and vec");
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
