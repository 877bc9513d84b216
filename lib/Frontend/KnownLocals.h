// Local integers that are assigned once, where bounds of loops read them:
//
//   half = n/2                                      do i = 1, half: i <= n/2
//   last = min(nproma, columns - (jb - 1)*nproma)   do jl = 1, last: jl <=
//   nproma
//
// What is assigned in a block is known there from then on, in each iteration
// anew.
#ifndef LOOPYC_LIB_FRONTEND_KNOWNLOCALS_H
#define LOOPYC_LIB_FRONTEND_KNOWNLOCALS_H

#include "loopyc/IR/Expr.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace loopyc {
namespace frontend {

class KnownLocals {
public:
  void enterBlock() { blocks.emplace_back(); }
  void leaveBlock();
  void note(const std::string &name, const Expr &value, bool isAffine);

  // With those that are affine in place of their names.
  Expr withAffine(const Expr &e) const;
  // The value of a local that is not; null for other expressions.
  Expr valueOf(const Expr &e) const;

private:
  struct Local {
    Expr value;
    bool isAffine = false;
  };
  std::unordered_map<std::string, Local> locals;
  std::vector<std::vector<std::string>> blocks; // what each has assigned
};

} // namespace frontend
} // namespace loopyc

#endif
