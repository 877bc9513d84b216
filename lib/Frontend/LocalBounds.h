// What a local integer, or a choice, is never less or more than, wherever it is
// assigned: the bounds of loops that begin or end with it, and extents of local
// arrays.
//
//   i_start = its                          i_start >= its
//   if (inside) i_start = max(its, ids + 2)
//   do i = i_start, i_end
#ifndef LOOPYC_LIB_FRONTEND_LOCALBOUNDS_H
#define LOOPYC_LIB_FRONTEND_LOCALBOUNDS_H

#include "Program.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class LocalBounds {
public:
  // `isBound`: expressions that have one value throughout, and may be such a
  // bound.
  LocalBounds(const Procedure &procedure,
              std::function<bool(const Expr &)> isBound);

  // Bounds from below (Intrinsic::Max: the largest counts) or from above
  // (Intrinsic::Min) that hold for each value that the locals in it are
  // assigned; there may be none.
  std::vector<Expr> of(const Expr &value, Intrinsic extremum) {
    return boundsOf(value, extremum).values;
  }

private:
  // Those that all values have; whatever holds already, too, if `isFree`.
  struct Bounds {
    std::vector<Expr> values;
    bool isFree = false;
  };
  Bounds sumOf(const Binary &sum, Intrinsic extremum);
  static Bounds anyOf(Bounds a, const Bounds &b);
  static Bounds bothOf(const Bounds &a, const Bounds &b, Intrinsic extremum);
  Bounds boundsOf(const Expr &value, Intrinsic extremum);
  Bounds ofLocal(const std::string &name, Intrinsic extremum);
  void collect(const Block &block);

  std::function<bool(const Expr &)> isBound;
  std::map<std::string, std::vector<Expr>> assigned; // by local
  std::set<std::string> asked; // on the way
};

} // namespace frontend
} // namespace loopyc

#endif
