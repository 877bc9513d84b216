#include "Reductions/PartialResult.h"

#include "loopyc/Transform/Instructions.h"

#include <cmath>

using namespace loopyc;

// With it, every value stays what it is, a zero of either sign included. min
// and max ignore NaN, as fmin and fmax do.
Expr loopyc::identity(ReductionOp op, Type type) {
  bool isExtremum = op == ReductionOp::Min || op == ReductionOp::Max;
  if (op == ReductionOp::Add && type.isReal())
    return Expr::real(-0.0, type);
  if (op == ReductionOp::Add && type.isComplex())
    return Expr::complex(-0.0, -0.0, type);
  if (isExtremum && type.isReal())
    return Expr::real(NAN, type);
  return neutralElement(op, type);
}

namespace {

class PartialUpdate : public PartialResult {
public:
  explicit PartialUpdate(const Instruction &insn)
      : target(insn.update()->assignee), op(insn.update()->op) {
    values = {{insn.id, insn.assigneeNames().front(), target.type(),
               identity(op, target.type())}};
  }

  void reduceInto(StepWriter &writer, const std::string &member,
                  const Places &mine) const override {
    const Expr value = writer.instruction(member).update()->value;
    writer.replace(member, assign(mine[0], rewrite(value, [&](const Expr &e) {
                                    return e == target ? mine[0] : e;
                                  })));
  }

  std::vector<Step> combined(StepWriter &, const Places &mine,
                             const Places &other,
                             const std::string &suffix) const override {
    return {{values[0].id + suffix,
             mine[0],
             reductionOf(op, mine[0], other[0]),
             {}}};
  }

  std::vector<Step> finished(StepWriter &, const Places &total,
                             const std::string &suffix) const override {
    return {{values[0].id + suffix, target, reductionOf(op, target, total[0]),
             guards}};
  }

  bool isSame(const PartialResult &other) const override {
    const auto *update = dynamic_cast<const PartialUpdate *>(&other);
    return update && update->target == target && update->guards == guards;
  }

private:
  Expr target;
  ReductionOp op;
};

} // namespace

std::unique_ptr<PartialResult>
loopyc::partialUpdate(const Kernel &kernel,
                      const ParallelReduction &reduction) {
  return std::make_unique<PartialUpdate>(
      *kernel.instructions[reduction.update]);
}
