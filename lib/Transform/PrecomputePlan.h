// What precompute is going to make of a rule: which values, computed by which
// loops, stored where. Nothing is changed by it.
//
//   f(x) := sin(x);  for i: for j: a[i,j] = f(i + j)
//     uses f(i + j), axis x by iname x from i, extent of j, temporary t[x; i]
#ifndef LOOPYC_LIB_TRANSFORM_PRECOMPUTEPLAN_H
#define LOOPYC_LIB_TRANSFORM_PRECOMPUTEPLAN_H

#include "Footprint.h"
#include "loopyc/Transform/Precompute.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {

// A use of the rule, rules around it expanded.
struct RuleUse {
  int insn = -1;
  std::vector<Expr> args;
};

// An axis of the temporary: a parameter of the rule, or an iname that its
// value mentions itself.
struct StorageAxis {
  std::string name;
  int parameter = -1;

  Expr indexOf(const std::vector<Expr> &args) const {
    return parameter < 0 ? Expr::var(name) : args[parameter];
  }
};

// The axis along which values stay from iteration to iteration
// (RollingWindow.h): in the next one, its `length` values begin `step` later.
// There are `slots` for them and those that are computed ahead.
struct RollingWindow {
  std::string loop;
  size_t axis = 0;
  int64_t step = 0, length = 0, slots = 0;
};

struct PrecomputePlan {
  const Kernel &kernel;
  const SubstitutionRule rule;
  const PrecomputeOptions &options;
  std::string shown;  // the rule's name in messages
  std::string phrase; // begins them

  std::vector<RuleUse> uses = {};
  std::vector<std::string> sweep = {}, outer = {};
  // Inames that ranges of reductions in the value depend on.
  std::set<std::string> ranging = {};
  std::vector<StorageAxis> axes = {};
  std::string ahead = {}; // the loop to look ahead along; "": none
  std::string rolling = {}; // the loop along which values stay; "": none
  std::optional<RollingWindow> window = {}; // there
  std::optional<Footprint> footprint = {};
  Kernel withLoops = {}; // the kernel, and the new inames
  VariablePtr temporary = {};

  [[noreturn]] void refuse(const std::string &what,
                           const SourceRange &range = {}) const;
  const Instruction &user(const RuleUse &use) const {
    return *kernel.instructions[use.insn];
  }
  // Each instruction once, in order.
  std::vector<int> users() const;
  // The use's indices along the axes of the temporary.
  std::vector<Expr> indicesOf(const std::vector<Expr> &args) const;
  // What tells the values along a rolling window apart, of the index there: the
  // same in all iterations.
  Expr positionOf(const Expr &index) const;
  // The temporary, with what tells its values in the outer loops apart.
  Expr reference(std::vector<Expr> indices) const;
};

// Throws UserError where the options do not fit the kernel.
PrecomputePlan planPrecompute(const Kernel &kernel, const std::string &rule,
                              const std::string &shown,
                              const PrecomputeOptions &options);

} // namespace loopyc

#endif
