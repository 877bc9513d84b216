// Which reads of a sum get one that something was added to, and not just the
// zero that it starts with:
//   t = 0;  do j = 1, i - 1; t = t + f*u(j);  end do;  c(i) = t
// the read of t by c(i), where i > 1.
#ifndef LOOPYC_LIB_TRANSFORM_SUMREADS_H
#define LOOPYC_LIB_TRANSFORM_SUMREADS_H

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/Kernel.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

class SumReads {
public:
  // The kernel has no rules.
  SumReads(const Kernel &kernel, const std::string &variable);

  // The instances of the reader in which the last write of what it reads at
  // `reference` is that of one of `increments`; nullopt if data decide.
  std::optional<poly::Set> increased(int reader, const Expr &reference,
                                     const std::vector<int> &increments);
  // All instances of the reader.
  const poly::Set &instances(int reader);

private:
  std::vector<Predicate> sharedGuards(DependenceGraph &all) const;
  bool isExact(const DependenceEdge &edge);

  const Kernel &kernel;
  std::string variable;
  Kernel unguarded; // without the guards that all accesses share
  std::unique_ptr<DependenceGraph> graph;
};

} // namespace loopyc

#endif
