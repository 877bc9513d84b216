// Data layout: how array axes become addresses.
#ifndef LOOPYC_TRANSFORM_ARRAYS_H
#define LOOPYC_TRANSFORM_ARRAYS_H

#include "loopyc/Transform/Common.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {

// An axis by its name or zero-based index.
std::optional<size_t> findAxis(const Variable &array, const std::string &axis);

// Names for the axes, one for each ("" leaves one unnamed). Later
// transformations make names of inames from them.
Kernel setArrayAxisNames(const Kernel &kernel, const std::string &array,
                         const std::vector<std::string> &axisNames);

// The last axis varies fastest, or the first.
enum class AxisOrder { C, Fortran };
// The axis keeps its tag.
struct SameTag {};
// The levels of the axes with an order follow it.
using AxisTagging = std::variant<SameTag, AxisTag, AxisOrder>;

// One for each axis; a single order stands for all.
Kernel tagArrayAxes(const Kernel &kernel, const std::string &array,
                    const std::vector<AxisTagging> &tags);
// By axis, as findAxis takes it; other axes keep theirs.
Kernel tagArrayAxes(const Kernel &kernel, const std::string &array,
                    const std::map<std::string, AxisTagging> &tags);

//   a[.., i, ..]  ->  a[.., i // count, i % count, ..]   order C
//                     a[.., i % count, i // count, ..]   order Fortran
// The inner axis takes the old axis' nesting level, the outer one the next.
// With `autoSplitInames` an iname that is the whole subscript is split, too.
Kernel splitArrayAxis(const Kernel &kernel, const std::string &array,
                      const std::string &axis, int64_t count,
                      AxisOrder order = AxisOrder::C,
                      bool autoSplitInames = true);

// Records what is asserted of the values of an index array, beside what was
// before. The kernel must not write it.
Kernel assertMap(const Kernel &kernel, const std::string &variable,
                 MapFacts facts, Remarks *remarks = nullptr);

Kernel setTemporaryAddressSpace(const Kernel &kernel,
                                const std::vector<std::string> &temporaries,
                                AddressSpace space);

//   t[x, y] = u[x + 128*g, y + 16*h]  ->  rows of t, which the work-items of a
//   group copy together, 16 bytes at a time (loopyc/Analysis/RowCopies.h)
// All that fills the temporary are such copies, in loops that are untagged or
// l.auto; it is in local memory then, with room around its rows.
Kernel copyRows(const Kernel &kernel, const std::string &temporary);

} // namespace loopyc

#endif
