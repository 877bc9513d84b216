// Implementation tags: how an iname becomes code, how an array axis becomes
// an address.
#ifndef LOOPYC_IR_TAGS_H
#define LOOPYC_IR_TAGS_H

#include "loopyc/IR/Expr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace loopyc {

// --- inames (seed 001, 2.4.2; seed 004, "Implementing Loop Axes")
enum class InameTagKind {
  For,           // "for", None: a loop (the default)
  Ordered,       // "ord": a loop that must run in ascending order
  Unroll,        // "unr"
  UnrollHint,    // "unr_hint", "unr_hint.N": a loop with the compiler's unroll
                 // pragma, for so many copies
  Group,         // "g.N": the work-group's index along axis N
  Local,         // "l.N": the work-item's index in its group along axis N
  LocalAuto,     // "l.auto": some local axis
  IlpUnroll,     // "ilp", "ilp.unr": instances interleaved, unrolled
  IlpSequential, // "ilp.seq": instances interleaved, innermost loops
  Vector         // "vec": lanes of a short vector
};

// Where a loop stands in the schedule.
enum class LoopNesting {
  Loop,     // in the loop nest; its iterations run in order
  Axis,     // nowhere: the positions on a hardware axis are its iterations
  OpenAxis, // as Axis, but on which axis is open until all tags are known
  Innermost // around single statements: instances run side by side
};

// What it becomes in the program's text.
enum class LoopCode {
  None, // on hardware axes
  Loop,
  HintedLoop, // with the compiler's unroll pragma
  Copies,     // of the body, one an iteration
  Lanes       // of short vectors, where the target has them
};

// What a tag means: the one place that says it.
struct TagMeaning {
  const char *spelling; // that of an axis goes on with its number
  LoopNesting nesting;
  LoopCode code;
  bool constantRange; // does it need one?
};

struct InameTag {
  InameTagKind kind = InameTagKind::For;
  int axis = 0;   // of Group and Local
  int copies = 0; // of UnrollHint; 0: of all iterations

  const TagMeaning &meaning() const;
  // Of Group and Local.
  std::optional<GridAxis> gridAxis() const;
  LoopNesting nesting() const { return meaning().nesting; }
  LoopCode code() const { return meaning().code; }

  bool isPlain() const { return kind == InameTagKind::For; }
  bool isGroup() const { return kind == InameTagKind::Group; }
  bool isLocal() const { return kind == InameTagKind::Local; }
  bool isOpen() const { return nesting() == LoopNesting::OpenAxis; }
  bool isVector() const { return code() == LoopCode::Lanes; }
  bool isInnermost() const { return nesting() == LoopNesting::Innermost; }
  bool operator==(const InameTag &o) const {
    return kind == o.kind && axis == o.axis && copies == o.copies;
  }
  std::string str() const; // "g.0", "unr", "None" for a plain loop
  // Throws UserError for an unknown tag; accepts "", "None" and "for".
  static InameTag parse(const std::string &text);
};

// --- array axes (seed 001, 2.4.3; seed 000, level 2)
// "N0": level 0 varies fastest. "N1:align:32": padded, so that each step along
// the axis goes a multiple of 32 bytes.
struct NestedAxis {
  int level;
  int64_t alignBytes = 1;
};
struct StrideAxis { Expr stride; };// "stride:S", in elements
struct VectorAxis {};              // "vec": component of a short vector
struct SeparateAxis {};            // "sep": one array for each index
// "reused": one storage for all indices. The trailing axes of a temporary that
// a transformation made: each iteration of the loops around has a value of its
// own, which nothing needs when the next iteration overwrites it. Scripts do
// not see these axes; the schedule is checked to keep the iterations apart.
struct ReusedAxis {};

using AxisTag = std::variant<NestedAxis, StrideAxis, VectorAxis, SeparateAxis,
                             ReusedAxis>;

std::string axisTagStr(const AxisTag &tag); // "N0", "stride:1", "vec", "sep"

} // namespace loopyc

#endif
