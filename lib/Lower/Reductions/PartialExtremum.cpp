// An extremum is carried as (value, rank, places): the rank of the iteration in
// the sequential order decides between equal values. Values that no comparison
// holds for, such as NaN, never get in.
#include "Reductions/PartialResult.h"

#include "loopyc/Transform/Instructions.h"

#include <algorithm>

using namespace loopyc;

namespace {

class PartialExtremum : public PartialResult {
public:
  PartialExtremum(const Kernel &kernel, const ParallelReduction &reduction);

  void reduceInto(StepWriter &writer, const std::string &member,
                  const Places &mine) const override;
  std::vector<Step> combined(StepWriter &, const Places &mine,
                             const Places &other,
                             const std::string &suffix) const override;
  std::vector<Step> finished(StepWriter &, const Places &total,
                             const std::string &suffix) const override;
  bool isSame(const PartialResult &) const override { return false; }

private:
  // at = i + 1: carried, or found again from the rank.
  struct Place {
    std::string id;
    Expr target, value;
    size_t carried = 0; // index in `values`; 0: found again
  };
  static constexpr size_t extreme = 0, rankValue = 1; // in `values`

  // e in the iteration of the rank; null if the rank does not tell.
  Expr recovered(const Expr &e, const Expr &ofRank) const {
    return rank ? rank->recovered(e, ofRank, isFixed) : Expr();
  }
  Expr extends(const Expr &value, const Expr &beyond, bool orEqual) const;
  Expr isBetter(const Places &other, const Places &mine) const;
  ReductionOp op() const {
    return form.isMax ? ReductionOp::Max : ReductionOp::Min;
  }
  // Ranks in whose place any comes: less than all where the last one wins.
  Expr noRank() const {
    return neutralElement(form.lastWins ? ReductionOp::Max : ReductionOp::Min,
                          IterationRank::type());
  }

  Extremum form;
  std::string condition; // id
  Expr target;
  std::vector<Place> places;
  std::optional<IterationRank> rank;
  std::function<bool(const Expr &)> isFixed;
};

} // namespace

// What has one value for all iterations that are reduced over.
static std::function<bool(const Expr &)>
fixedOutside(const Kernel &kernel, const ParallelReduction &reduction) {
  std::set<std::string> known(reduction.around.begin(), reduction.around.end());
  known.insert(reduction.elements.begin(), reduction.elements.end());
  for (const VariablePtr &arg : kernel.arguments)
    if (arg->isValue())
      known.insert(arg->name);
  return [known](const Expr &e) {
    std::set<std::string> names;
    collectNames(e, names, names);
    return std::includes(known.begin(), known.end(), names.begin(),
                         names.end());
  };
}

PartialExtremum::PartialExtremum(const Kernel &kernel,
                                 const ParallelReduction &reduction)
    : form(*reduction.extremum), rank(reduction.rank),
      isFixed(fixedOutside(kernel, reduction)) {
  const Instruction &setter = *kernel.instructions[form.setter];
  condition = kernel.instructions[form.condition]->id;
  target = setter.assignment().assignee;
  const std::string name = setter.assigneeNames().front();
  values = {
      {setter.id, name, target.type(), neutralElement(op(), target.type())}};
  if (rank)
    values.push_back(
        {setter.id + "_rank", name + "_rank", IterationRank::type(), noRank()});
  for (size_t index : form.places) {
    const Instruction &insn = *kernel.instructions[index];
    Place place{insn.id, insn.assignment().assignee, insn.assignment().value};
    if (!recovered(place.value, Expr::integer(0, IterationRank::type()))) {
      place.carried = values.size();
      Type type = place.target.type();
      Expr any = type.isLogical()   ? Expr::logical(false, type)
                 : type.isComplex() ? Expr::complex(0, 0, type)
                 : type.isReal()    ? Expr::real(0, type)
                                    : Expr::integer(0, type);
      values.push_back({insn.id, insn.assigneeNames().front(), type, any});
    }
    places.push_back(std::move(place));
  }
}

void PartialExtremum::reduceInto(StepWriter &writer, const std::string &member,
                                 const Places &mine) const {
  auto withMine = [&](const Expr &e) {
    return e == target ? mine[extreme] : e;
  };
  const Assignment test = writer.instruction(condition).assignment();
  writer.replace(condition, assign(rewrite(test.assignee, withMine),
                                   rewrite(test.value, withMine)));
  writer.replace(member, assign(mine[extreme],
                                writer.instruction(member).assignment().value));
  for (const Place &place : places)
    if (place.carried)
      writer.replace(place.id, assign(mine[place.carried], place.value));
    else
      writer.remove(place.id, member);
  if (rank)
    writer.addBeside(
        member, {values[rankValue].id, mine[rankValue], rank->value(), {}});
}

Expr PartialExtremum::extends(const Expr &value, const Expr &beyond,
                              bool orEqual) const {
  BinaryOp less = orEqual ? BinaryOp::Le : BinaryOp::Lt;
  BinaryOp greater = orEqual ? BinaryOp::Ge : BinaryOp::Gt;
  return Expr::binary(form.isMax ? greater : less, value, beyond);
}

Expr PartialExtremum::isBetter(const Places &other, const Places &mine) const {
  Expr beyond = extends(other[extreme], mine[extreme], false);
  if (!rank)
    return beyond;
  Expr wins = Expr::binary(form.lastWins ? BinaryOp::Gt : BinaryOp::Lt,
                           other[rankValue], mine[rankValue]);
  Expr equal = Expr::binary(BinaryOp::Eq, other[extreme], mine[extreme]);
  return Expr::binary(BinaryOp::Or, beyond,
                      Expr::binary(BinaryOp::And, equal, wins));
}

// The value comes last, as the decision reads it. By then the ranks are equal
// just where the other was better: each belongs to one iteration.
std::vector<Step> PartialExtremum::combined(StepWriter &, const Places &mine,
                                            const Places &other,
                                            const std::string &suffix) const {
  std::vector<Step> steps;
  Expr taken = isBetter(other, mine);
  for (size_t i = values.size(); i-- > 0;) {
    if (i == extreme && rank)
      taken = Expr::binary(BinaryOp::Eq, mine[rankValue], other[rankValue]);
    steps.push_back({values[i].id + suffix,
                     mine[i],
                     Expr::select(taken, other[i], mine[i]),
                     {}});
  }
  return steps;
}

std::vector<Step> PartialExtremum::finished(StepWriter &, const Places &total,
                                            const std::string &suffix) const {
  std::vector<Predicate> better = guards;
  better.push_back(extends(total[extreme], target, form.lastWins));
  // An infinity where nothing was found is no value that may be equal.
  if (form.lastWins && rank)
    better.push_back(Expr::binary(BinaryOp::Gt, total[rankValue], noRank()));
  std::vector<Step> steps;
  for (const Place &place : places)
    steps.push_back({place.id + suffix, place.target,
                     place.carried ? total[place.carried]
                                   : recovered(place.value, total[rankValue]),
                     better});
  steps.push_back(
      {values[extreme].id + suffix, target, total[extreme], better});
  return steps;
}

std::unique_ptr<PartialResult>
loopyc::partialExtremum(const Kernel &kernel,
                        const ParallelReduction &reduction) {
  return std::make_unique<PartialExtremum>(kernel, reduction);
}
