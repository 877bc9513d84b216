// Staging: values computed or fetched once and kept in a temporary (seed 000,
// levels 3, 5 to 7; seed 001, 2.4.4; seed 004, "Prefetching").
#ifndef LOOPYC_TRANSFORM_PRECOMPUTE_H
#define LOOPYC_TRANSFORM_PRECOMPUTE_H

#include "loopyc/Transform/Rules.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// Of what is touched, exactly that is kept, or the smallest box around it.
// WhereFull: the box, if it has few more points in a whole tile, as it asks for
// fewer conditions.
//   u[i-1, j] + u[i+1, j] + u[i, j-1] + u[i, j+1]: all but the four corners
enum class FootprintShape { Exact, Box, WhereFull };

// What the two have in common.
struct StagingOptions {
  std::string temporaryName;   // "": made from the rule's name
  std::string computeInsnId;   // "": made from the rule's name
  AddressSpace space = AddressSpace::Auto;
  // Inames of the loops that the computation stands in; by default those that
  // its value and its place in the temporary depend on.
  std::optional<std::vector<std::string>> outerInames;
  InameTag defaultTag = {InameTagKind::LocalAuto, 0}; // of the new inames
  FootprintShape shape = FootprintShape::Exact;
  // So many iterations of a sequential loop ahead of the uses; "": the only one
  // of the loops that the computation stands in.
  int64_t lookahead = 0;
  std::string lookaheadIname;
  // The sequential loop from iteration to iteration of which values stay; "":
  // each computes its own.
  std::string rolling;
};

//   f(x) := sin(x);  for i: for j: a[i,j] = f(i + j)
//     ->  for i: {for x: t[x] = sin(i + x)}, {for j: a[i,j] = t[j]}
// The values that a rule takes while `sweepInames` run are computed into a
// temporary, which replaces the uses that `uses` selects. Axes of the
// temporary: the sweep inames that the rule's value mentions itself, in the
// order given, then the parameters whose arguments differ.
struct PrecomputeOptions : StagingOptions {
  // Outer inames beside those that are found: in whose iterations what is read
  // changes.
  std::set<std::string> renewingInames;
  std::vector<std::string> sweepInames;
  RuleUseFilter uses;
  // Parameters and inames that become axes, in this order.
  std::vector<std::string> storageAxes;
  // How the axes lie in memory; others behind these, in their order.
  std::vector<std::string> fastestFirst;
  // The new inames, one for each axis; "" makes one. One that exists must have
  // the axis' range.
  std::vector<std::string> precomputeInames;
  std::map<std::string, InameTag> axisToTag; // axis -> tag of its iname
  std::optional<Type> type;
  // Parameters whose whole range 0 .. extent - 1 is computed.
  std::map<std::string, Expr> wholeAxes;
  // Parameters of which nothing outside 0 .. extent - 1 exists.
  std::map<std::string, Expr> limits;
  // { parameters : there is such a value }, flat; nullopt: all within limits.
  std::optional<poly::Set> elements;
  // What messages call it: add_prefetch of 'a'. "": the rule's name.
  const char *caller = "precompute";
  std::string shown;
};
Kernel precompute(const Kernel &kernel, const std::string &rule,
                  const PrecomputeOptions &options = {},
                  Remarks *remarks = nullptr);

//   a[i + 1]*a[i]  ->  for x: t[x] = a[x];  t[i + 1]*t[i]
// Reads of the array become uses of a rule, which is precomputed.
struct PrefetchOptions : StagingOptions {
  std::vector<std::string> sweepInames;
  std::vector<std::string> dimArgNames; // of the rule's parameters, by axis
  std::string ruleName;
  InstructionFilter within;
};
// a[i, :]: the reads with these subscripts.
struct AccessPattern {
  std::string array;
  // One for each axis, null for a whole axis; or none: all reads.
  std::vector<Expr> subscripts;
};
Kernel addPrefetch(const Kernel &kernel, const AccessPattern &pattern,
                   const PrefetchOptions &options = {});

//   for k: a[i] = a[i] + x[k]
//     ->  buf = a[i];  for k: buf = buf + x[k];  a[i] = buf
// The elements that are touched while `bufferInames` run live in a temporary
// meanwhile. `initExpression` fills it, `storeExpression` is what goes back.
struct BufferOptions : StagingOptions {
  std::vector<std::string> bufferInames;
  // Of the variables `base`, the element, and `buffer`, in the array's type.
  Expr initExpression;  // null: base
  Expr storeExpression; // null: buffer
  InstructionFilter within;
};
Kernel bufferArray(const Kernel &kernel, const std::string &array,
                   const BufferOptions &options = {},
                   Remarks *remarks = nullptr);

} // namespace loopyc

#endif
