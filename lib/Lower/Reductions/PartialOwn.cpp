// Results of an operation that a script defines are carried with whether there
// is any: the neutral value is combined with values alone, as it is in the
// sequential loop, for what comes of two of them may be NaN (0/0 of 0 values).
#include "Reductions/PartialResult.h"

#include "loopyc/Transform/Instructions.h"

using namespace loopyc;

namespace {

class PartialOwn : public PartialResult {
public:
  PartialOwn(const Kernel &kernel, const OwnReduction &own);

  void reduceInto(StepWriter &writer, const std::string &member,
                  const Places &mine) const override;
  std::vector<Step> combined(StepWriter &writer, const Places &mine,
                             const Places &other,
                             const std::string &suffix) const override;
  std::vector<Step> finished(StepWriter &writer, const Places &total,
                             const std::string &suffix) const override;
  bool isSame(const PartialResult &) const override { return false; }

private:
  // What the operation makes of two.
  Expr combination(size_t result, const Places &left,
                   const Places &right) const;
  // results = those of (left, right), all of which are read before.
  std::vector<Step> assigned(StepWriter &writer, const Places &results,
                             const std::vector<Expr> &to,
                             const std::string &suffix,
                             const std::vector<Predicate> &predicates) const;
  size_t count() const { return targets.size(); }
  bool isOne() const { return keeps == combines; }

  std::vector<Expr> targets, operands; // acc, value
  std::vector<Expr> combiners;         // C(acc, value)
  std::vector<std::string> combines, keeps; // ids
};

} // namespace

PartialOwn::PartialOwn(const Kernel &kernel, const OwnReduction &own) {
  for (size_t k = 0; k < own.keeps.size(); ++k) {
    const Instruction &keep = *kernel.instructions[own.keeps[k]],
                      &combine = *kernel.instructions[own.combines[k]],
                      &value = *kernel.instructions[own.values[k]];
    targets.push_back(keep.assignment().assignee);
    operands.push_back(value.assignment().assignee);
    combiners.push_back(combine.assignment().value);
    keeps.push_back(keep.id);
    combines.push_back(combine.id);
    values.push_back({keep.id, keep.assigneeNames().front(),
                      targets.back().type(), own.neutral[k]});
  }
  values.push_back({keeps.front() + "_any", values.front().name + "_any",
                    Type::logical(), Expr::logical(false, Type::logical())});
}

Expr PartialOwn::combination(size_t result, const Places &left,
                             const Places &right) const {
  return rewrite(combiners[result], [&](const Expr &e) {
    for (size_t k = 0; k < count(); ++k) {
      if (e == targets[k])
        return left[k];
      if (e == operands[k])
        return Expr::cast(right[k], e.type());
    }
    return e;
  });
}

void PartialOwn::reduceInto(StepWriter &writer, const std::string &member,
                            const Places &mine) const {
  for (size_t k = 0; k < count(); ++k) {
    const Assignment combine = writer.instruction(combines[k]).assignment();
    Expr value = combination(k, mine, operands);
    writer.replace(combines[k],
                   assign(isOne() ? mine[k] : combine.assignee, value));
    if (!isOne())
      writer.replace(
          keeps[k],
          assign(mine[k], writer.instruction(keeps[k]).assignment().value));
  }
  const Expr &any = mine[count()];
  writer.addBeside(member, {values[count()].id, any,
                            reductionOf(ReductionOp::Or, any,
                                        Expr::logical(true, any.type())),
                            {}});
}

std::vector<Step>
PartialOwn::assigned(StepWriter &writer, const Places &results,
                     const std::vector<Expr> &to, const std::string &suffix,
                     const std::vector<Predicate> &predicates) const {
  std::vector<Step> steps, last;
  for (size_t k = 0; k < count(); ++k) {
    if (isOne()) {
      steps.push_back({values[k].id + suffix, to[k], results[k], predicates});
      continue;
    }
    Type type = to[k].type();
    Expr next = Expr::var(writer.addTemporary(values[k].name + "_next", type,
                                              AddressSpace::Private, {}, range),
                          type);
    steps.push_back(
        {values[k].id + suffix + "_next", next, results[k], predicates});
    last.push_back({values[k].id + suffix, to[k], next, predicates});
  }
  steps.insert(steps.end(), last.begin(), last.end());
  return steps;
}

std::vector<Step> PartialOwn::combined(StepWriter &writer, const Places &mine,
                                       const Places &other,
                                       const std::string &suffix) const {
  const Expr &isMine = mine[count()], &isOther = other[count()];
  Places results;
  for (size_t k = 0; k < count(); ++k)
    results.push_back(
        Expr::select(isOther,
                     Expr::select(isMine, combination(k, mine, other),
                                  other[k]),
                     mine[k]));
  std::vector<Expr> to(mine.begin(), mine.end() - 1);
  std::vector<Step> steps = assigned(writer, results, to, suffix, {});
  steps.push_back({values[count()].id + suffix,
                   isMine,
                   reductionOf(ReductionOp::Or, isMine, isOther),
                   {}});
  return steps;
}

std::vector<Step> PartialOwn::finished(StepWriter &writer, const Places &total,
                                       const std::string &suffix) const {
  std::vector<Predicate> any = guards;
  any.push_back(total[count()]);
  Places results;
  for (size_t k = 0; k < count(); ++k)
    results.push_back(combination(k, targets, total));
  return assigned(writer, results, targets, suffix, any);
}

std::unique_ptr<PartialResult>
loopyc::partialOwn(const Kernel &kernel, const ParallelReduction &reduction) {
  return std::make_unique<PartialOwn>(kernel, *reduction.own);
}
