// Reference times of instances as sets: which come before which, and what is
// overwritten in between. For transformations that move the evaluation of an
// expression from one time to another.
#ifndef LOOPYC_ANALYSIS_REFERENCETIMES_H
#define LOOPYC_ANALYSIS_REFERENCETIMES_H

#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Poly/Set.h"
#include "loopyc/Values/BoundedAffine.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// An evaluation at `earlier` stands for one at `later`. Names that the two
// instances share have equal values in both; `pairs` relates the others (flat).
struct Move {
  ReferenceTime earlier, later;
  poly::Set pairs;
};

// A write between the two times of a move, to what is read.
struct Clobber {
  int writer = -1;   // instruction
  Expr reference;    // as read
  poly::Set pairs;   // nonempty; the writer's inames carry a double prime
};

class MoveCheck {
public:
  // The kernel's instructions are the writers; rules must be expanded in
  // their assignees.
  explicit MoveCheck(const Kernel &kernel);

  // The first write that changes what `value` (in the names of the instances)
  // or an address in it reads, at or after `earlier` and before `later`.
  std::optional<Clobber> clobbered(const Expr &value, const Move &move);

private:
  std::optional<Clobber> changed(const std::string &variable,
                                 const Expr &reference, const Move &move);
  std::optional<Clobber> clobberedBy(int writer, const Expr &reference,
                                     const Move &move);
  std::optional<Clobber> clobberedIn(const Expr &e, const Reduction &reduction,
                                     const Move &move);

  const Kernel &kernel;
  InstanceSets instances;
  BoundedAffine affine;
  std::map<std::string, std::vector<int>> writers;      // by variable
  std::map<std::string, std::vector<Expr>> addressData; // by array: in strides
};

// { a <= b } or { a < b } in lexicographic order; components that are not
// affine are taken to be in any order.
poly::Set timesOrdered(const ReferenceTime &a, const ReferenceTime &b,
                       bool orEqual, BoundedAffine &affine);

} // namespace loopyc

#endif
