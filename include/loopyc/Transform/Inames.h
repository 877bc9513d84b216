// Transformations of loops: new inames in the place of old ones, and how
// inames are implemented.
#ifndef LOOPYC_TRANSFORM_INAMES_H
#define LOOPYC_TRANSFORM_INAMES_H

#include "loopyc/Transform/Common.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace loopyc {

// Tiles begin where rows of this array are aligned, or of most arrays ("").
struct AlignedRows {
  std::string array;
};
// Where tiles of an iname begin: at multiples of the inner length, also of
// `iname + N`, or where rows are aligned (loopyc/Analysis/RowAlignment.h).
using TileAlignment = std::variant<std::monostate, int64_t, AlignedRows>;

struct SplitOptions {
  std::string outerIname, innerIname; // "": NAME_outer, NAME_inner
  InameTag outerTag, innerTag;
  SlabSpec slabs;                     // iterations of the outer loop split off
  TileAlignment align;                // of splitIname
  InstructionFilter within;
};

//   for i: S(i)  ->  for i_outer: for i_inner < innerLength:
//                      if in the domain: S(i_inner + innerLength*i_outer)
// or, with tiles aligned, S(i_inner + innerLength*i_outer - shift).
// Seed 001, 2.4.1.
Kernel splitIname(const Kernel &kernel, const std::string &iname,
                  int64_t innerLength, const SplitOptions &options = {});

//   for i: S(i)  ->  for i_outer < numChunks: for i_inner: S(chunk + i_inner)
// Contiguous chunks, the first (size mod numChunks) of them longer by one. The
// iname's range must not depend on other inames.
Kernel chunkIname(const Kernel &kernel, const std::string &iname,
                  int64_t numChunks, const SplitOptions &options = {});

//   for i: for j < 8: S(i, j)  ->  for i_and_j: S(i_and_j // 8, i_and_j % 8)
// `inames` from outer to inner; all but the first need constant bounds.
// `newIname` "": the names joined by _and_.
Kernel joinInames(const Kernel &kernel, const std::vector<std::string> &inames,
                  const std::string &newIname = "", const InameTag &tag = {},
                  const InstructionFilter &within = {});

//   for i: S(i)  ->  for newName: S(newName)
// With `within`, the other instructions keep the old iname. With `existingOk`
// the new name may be an iname of equal range, whose loop is then shared.
Kernel renameIname(const Kernel &kernel, const std::string &oldIname,
                   const std::string &newIname, bool existingOk = false,
                   const InstructionFilter &within = {});

//   for i: {S(i); T(i)}  ->  for i: S(i); for i_0: T(i_0)   within T
// `newInames`: one for each, "" or absent: NAME + suffix, else a fresh name.
// `tags` by old iname.
Kernel duplicateInames(const Kernel &kernel,
                       const std::vector<std::string> &inames,
                       const InstructionFilter &within,
                       const std::vector<std::string> &newInames = {},
                       const std::string &suffix = "",
                       const std::map<std::string, InameTag> &tags = {});

//   for i: S(i)  ->  for j: S(j - 1)     with { [i, j] : j = i + 1 }
// `equations`, on old and new inames and parameters, must map the domain's
// integer points one to one; refused otherwise.
Kernel affineMapInames(const Kernel &kernel,
                       const std::vector<std::string> &oldInames,
                       const std::vector<std::string> &newInames,
                       const poly::Set &equations);

// (iname or glob, tag) in order. An iname that has another tag already is an
// error unless `force`; what matches no iname is an error unless
// `ignoreNonexistent`.
Kernel tagInames(const Kernel &kernel,
                 const std::vector<std::pair<std::string, InameTag>> &tags,
                 bool force = false, bool ignoreNonexistent = false);

// Makes them plain loops; with `tag`, only those that have this tag.
Kernel untagInames(const Kernel &kernel, const std::vector<std::string> &inames,
                   const std::optional<InameTag> &tag = std::nullopt);

// From outer to inner; adds to what was asked for before.
Kernel prioritizeLoops(const Kernel &kernel,
                       const std::vector<std::string> &inames);

// Inames that no instruction is within and no bound mentions disappear; of
// `among` alone, unless that is empty.
Kernel removeUnusedInames(const Kernel &kernel,
                          const std::vector<std::string> &among = {});

} // namespace loopyc

#endif
