// Bounds of loops that are products of arguments: scalars, which the kernel
// computes before all else, so that they are parameters of its domains.
//   do i = 1, n*m      product = n*m;  0 <= i < product
#ifndef LOOPYC_LIB_FRONTEND_CONSTANTPRODUCTS_H
#define LOOPYC_LIB_FRONTEND_CONSTANTPRODUCTS_H

#include "loopyc/IR/Instruction.h"
#include "loopyc/Values/Polynomial.h"

#include <map>
#include <vector>

namespace loopyc {
namespace frontend {

class ConstantProducts {
public:
  // The scalar with this value; null if there is none yet.
  Expr find(const Polynomial &value) const;
  void add(const Polynomial &value, const Expr &scalar, Instruction assignment);
  // The assignments, in front of the instructions of a kernel.
  void putFirst(std::vector<InstructionPtr> &instructions) const;

private:
  std::map<Polynomial, Expr> scalars;
  std::vector<Instruction> assignments;
};

} // namespace frontend
} // namespace loopyc

#endif
