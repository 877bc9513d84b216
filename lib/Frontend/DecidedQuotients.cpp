#include "DecidedQuotients.h"

#include "loopyc/Values/Ranges.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

// By a number, in the expression itself.
static bool hasQuotient(const Expr &e) {
  bool result = false;
  walk(e, [&](const Expr &node) {
    const auto *n = node.getIf<Binary>();
    result = result || (n && asInteger(n->b) &&
                        (n->op == BinaryOp::FloorDiv ||
                         n->op == BinaryOp::FloorMod));
    return !result && !node.getIf<ArrayRef>();
  });
  return result;
}

Kernel frontend::withDecidedQuotients(Kernel kernel) {
  Ranges ranges(kernel);
  auto decided = [&](const Expr &node) {
    const auto *reference = node.getIf<ArrayRef>();
    if (!reference || std::none_of(reference->subscripts.begin(),
                                   reference->subscripts.end(), hasQuotient))
      return node;
    std::vector<Expr> subscripts = reference->subscripts;
    for (Expr &subscript : subscripts)
      if (hasQuotient(subscript))
        subscript = ranges.simplified(subscript);
    return Expr::array(reference->name, std::move(subscripts), node.type());
  };
  std::vector<InstructionPtr> instructions;
  for (const InstructionPtr &insn : kernel.instructions)
    instructions.push_back(mapExprs(
        insn, [&](const Expr &e) { return rewrite(e, decided); }));
  kernel.instructions = std::move(instructions);
  return kernel;
}
