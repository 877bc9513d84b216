// if (c) s = 1, where no iteration gives s another value: all that counts is
// whether there was one. That is what partial results tell, by .or.
#include "Reductions/PartialResult.h"

#include "loopyc/Transform/Instructions.h"

using namespace loopyc;

namespace {

class PartialMark : public PartialResult {
public:
  explicit PartialMark(const Instruction &insn)
      : target(insn.assignment().assignee), value(insn.assignment().value) {
    values = {{insn.id, insn.assigneeNames().front(), type(),
               Expr::logical(false, type())}};
  }

  void reduceInto(StepWriter &writer, const std::string &member,
                  const Places &mine) const override {
    // An update, so that loops may run in any order as before.
    Expr yes = Expr::logical(true, type());
    writer.replace(member,
                   assign(mine[0], reductionOf(ReductionOp::Or, mine[0], yes)));
  }

  std::vector<Step> combined(StepWriter &, const Places &mine,
                             const Places &other,
                             const std::string &suffix) const override {
    return {{values[0].id + suffix,
             mine[0],
             reductionOf(ReductionOp::Or, mine[0], other[0]),
             {}}};
  }

  std::vector<Step> finished(StepWriter &, const Places &total,
                             const std::string &suffix) const override {
    std::vector<Predicate> marked = guards;
    marked.push_back(total[0]);
    return {{values[0].id + suffix, target, value, marked}};
  }

  bool isSame(const PartialResult &other) const override {
    const auto *mark = dynamic_cast<const PartialMark *>(&other);
    return mark && mark->target == target && mark->value == value &&
           mark->guards == guards;
  }

private:
  static Type type() { return Type::logical(); }

  Expr target, value;
};

} // namespace

std::unique_ptr<PartialResult>
loopyc::partialMark(const Kernel &kernel, const ParallelReduction &reduction) {
  return std::make_unique<PartialMark>(*kernel.instructions[reduction.update]);
}
