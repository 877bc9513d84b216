//   t = 0;  t = t - f*u[n];  t = t - f*v[n];  a = a + t
//     ->  t = 0;  t = t - u[n];  t = t - v[n];  a = a + f*t
#include "CommonFactors.h"
#include "FactorLegality.h"
#include "Reductions.h"
#include "RuleBook.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

using namespace loopyc;

static const char *const collectCommonFactorsName =
    "collect_common_factors_on_increment";

namespace {

// Takes the factors out of increments, and applies them where sums are read.
class FactorRewriter {
public:
  FactorRewriter(const SumGroups &sums,
                 const std::map<SumGroups::Key, Factors> &factors,
                 const SumConditions &conditions)
      : sums(sums), factorsOf(factors), conditions(conditions) {}

  Kernel run() const {
    Kernel result = sums.kernel;
    RuleBook book(result);
    int reader = -1;
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
      return rewrite(
          e, [&](const Expr &node) { return withFactors(node, reader); });
    });
    for (size_t i = 0; i < result.instructions.size(); ++i) {
      InstructionPtr &insn = result.instructions[i];
      reader = static_cast<int>(i);
      if (isConditional(reader)) // which no rule can know
        insn = sums.expanded.instructions[i];
      if (!sums.isIncrement(reader)) {
        insn = rewriteReads(insn, [&](const Expr &e) { return change(e); });
        continue;
      }
      auto divided = std::make_shared<Instruction>(*insn);
      divided->body = dividedIncrement(reader);
      insn = std::move(divided);
    }
    book.finish();
    return result;
  }

private:
  bool isConditional(int reader) const {
    auto it = conditions.lower_bound({reader, ""});
    return it != conditions.end() && it->first.first == reader;
  }

  InstructionBody dividedIncrement(int i) const {
    const Assignment &assignment = sums.insn(i).assignment();
    auto own = factorsOf.find(sums.keyOf(assignment.assignee));
    if (own == factorsOf.end())
      return sums.insn(i).body;
    return assignLike(sums.insn(i).body, assignment.assignee,
                      mapTerms(assignment, [&](const Expr &term) {
                        return dividedBy(term, own->second);
                      }));
  }

  Expr withFactors(const Expr &node, int reader) const {
    const auto *array = node.getIf<ArrayRef>();
    const auto *scalar = node.getIf<VarRef>();
    if (!(array && array->name == sums.variable->name) &&
        !(scalar && scalar->name == sums.variable->name))
      return node;
    Expr result = node;
    for (const auto &[key, factors] : factorsOf) {
      auto [possible, condition] = sums.meeting(node, sums.groups().at(key));
      if (!possible)
        continue;
      condition = both(condition, conditionOf(reader, node, key));
      result = condition ? Expr::select(condition, timesFactors(node, factors),
                                        result)
                         : timesFactors(node, factors);
    }
    return result;
  }

  // Where something was added to what the instruction reads; null: always.
  Expr conditionOf(int reader, const Expr &reference,
                   const SumGroups::Key &key) const {
    auto it = conditions.find({reader, reference.str()});
    if (it == conditions.end())
      return Expr();
    auto own = it->second.find(key);
    return own == it->second.end() ? Expr() : own->second;
  }

  static Expr timesFactors(const Expr &node, const Factors &factors) {
    Expr product = node;
    for (const Expr &factor : factors)
      product = Expr::binary(BinaryOp::Mul, factor, product, node.type());
    return product;
  }

  const SumGroups &sums;
  const std::map<SumGroups::Key, Factors> &factorsOf;
  const SumConditions &conditions;
};

} // namespace

Kernel loopyc::collectCommonFactors(const Kernel &given,
                                    const std::string &variable,
                                    const std::vector<std::string> &varyByAxes,
                                    Remarks *remarks) {
  const Kernel kernel = ReductionLoops(given).kernel;
  SumGroups sums(kernel, variable, varyByAxes, collectCommonFactorsName);
  std::map<SumGroups::Key, Factors> factors = commonFactors(sums);
  if (factors.empty()) {
    warn("transform", std::string(collectCommonFactorsName) +
                          ": the increments of '" + variable + "' in kernel '" +
                          kernel.name + "' have no common factor");
    return kernel;
  }
  SumConditions conditions = checkFactors(sums, factors);
  if (remarks)
    remarks->push_back("reassociates the sums in '" + variable +
                       "': common factors are applied to the sum");
  return FactorRewriter(sums, factors, conditions).run();
}
