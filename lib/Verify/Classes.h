// Accesses of one variable that share all that matters: the statement run, the
// kernel's loops, the subscripts, and whether they write. One question answers
// for all of them.
#ifndef LOOPYC_LIB_VERIFY_CLASSES_H
#define LOOPYC_LIB_VERIFY_CLASSES_H

#include "Pairs.h"

namespace loopyc {
namespace verify {

struct UseClass {
  std::vector<const Use *> members; // in the kernel's order
  const Use &any() const { return *members.front(); }
};

class UseClasses {
public:
  UseClasses(const UsedVariable &variable, Pairs &pairs);

  const std::vector<UseClass> &all() const { return list; }
  // Calls `visit` with a pair of members for each way in which members of the
  // two classes stand to each other, until it returns true.
  using Visit = std::function<bool(const Use &, const Use &)>;
  bool anyPair(const UseClass &a, const UseClass &b, const Visit &visit) const;
  // ... of all classes, of which one writes.
  bool anyConflict(const Visit &visit) const;

private:
  std::string keyOf(const Use &use) const;
  bool isMonotone(const UseClass &a, const UseClass &b) const;

  Pairs &pairs;
  std::vector<UseClass> list;
};

} // namespace verify
} // namespace loopyc

#endif
