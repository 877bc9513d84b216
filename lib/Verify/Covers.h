// In which iterations a read finds its value: those of the kernel's outermost
// loops, around it and a write before it that certainly happens.
//
//   do i; do k: t = ...; if (c) s = t;  b(i) = ...     t: depth 2, of (i, k)
#ifndef LOOPYC_LIB_VERIFY_COVERS_H
#define LOOPYC_LIB_VERIFY_COVERS_H

#include "Pairs.h"

namespace loopyc {
namespace verify {

class Covers {
public:
  Covers(const UsedVariable &variable, Pairs &pairs)
      : variable(variable), pairs(pairs) {}

  // Of so many loops a read finds its value in the same iteration: as the words
  // show, or as sets do.
  size_t plainDepth(const Use &read);
  size_t depth(const Use &read);
  // Loops around all accesses, between whose iterations nothing is passed on.
  size_t commonLoops();
  // Are both in the first `depth` loops? In a split one for some statements,
  // too: i and 3*i_outer + i_inner.
  bool shares(const Use &a, const Use &b, size_t depth) const;

private:
  // Loops around both: of the same inames, or of what is compared by sets.
  size_t commonDepth(const Use &a, const Use &b) const;
  size_t comparedDepth(const Use &a, const Use &b) const;
  size_t loopsOf(const Use &use) const;
  size_t lifetimeLoops() const;
  bool coversPlainly(const Use &write, const Use &read, size_t depth) const;
  poly::Set uncovered(const std::vector<const Use *> &writes, const Use &read,
                      size_t depth);
  bool isUndefined(const poly::Set &points, const Use &read);
  bool guardsKeep(const Use &write, const Use &read, size_t depth) const;
  std::set<std::string> guardsOf(const Use &use) const;

  const UsedVariable &variable;
  Pairs &pairs;
  std::map<const Use *, size_t> plain, asked;
};

} // namespace verify
} // namespace loopyc

#endif
