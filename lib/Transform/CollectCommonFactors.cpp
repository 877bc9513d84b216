//   t = 0;  t = t - f*u[n];  t = t - f*v[n];  a = a + t
//     ->  t = 0;  t = t - u[n];  t = t - v[n];  a = a + f*t
#include "ArrayAxes.h"
#include "Dataflow.h"
#include "RuleBook.h"
#include "RuleExpander.h"
#include "Speculation.h"
#include "SumReads.h"
#include "Variables.h"
#include "loopyc/Analysis/Affine.h"
#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

static const char *const name = "collect_common_factors_on_increment";

namespace {

using Factors = std::vector<Expr>;

// ---- products

// The factors of a product; a quotient's numerator counts.
void collectFactors(const Expr &e, Factors &factors) {
  if (const auto *binary = e.getIf<Binary>()) {
    if (binary->op == BinaryOp::Mul) {
      collectFactors(binary->a, factors);
      collectFactors(binary->b, factors);
      return;
    }
    if (binary->op == BinaryOp::Div && !e.type().isInteger())
      return collectFactors(binary->a, factors);
  }
  if (const auto *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Neg)
    return collectFactors(unary->a, factors);
  factors.push_back(e);
}

// e without one occurrence of the factor; null for a bare factor (1).
Expr without(const Expr &e, const Expr &factor, bool &removed) {
  if (removed)
    return e;
  if (e == factor) {
    removed = true;
    return Expr();
  }
  if (const auto *unary = e.getIf<Unary>(); unary && unary->op == UnaryOp::Neg) {
    Expr a = without(unary->a, factor, removed);
    if (!removed)
      return e;
    return Expr::unary(UnaryOp::Neg,
                       a ? a : Expr::cast(Expr::integer(1), e.type()));
  }
  const auto *binary = e.getIf<Binary>();
  if (!binary)
    return e;
  if (binary->op == BinaryOp::Mul) {
    Expr a = without(binary->a, factor, removed);
    if (removed)
      return a ? Expr::binary(BinaryOp::Mul, a, binary->b, e.type())
               : binary->b;
    Expr b = without(binary->b, factor, removed);
    if (removed)
      return b ? Expr::binary(BinaryOp::Mul, binary->a, b, e.type())
               : binary->a;
  }
  if (binary->op == BinaryOp::Div && !e.type().isInteger()) {
    Expr a = without(binary->a, factor, removed);
    if (removed)
      return Expr::binary(
          BinaryOp::Div, a ? a : Expr::cast(Expr::integer(1), e.type()),
          binary->b, e.type());
  }
  return e;
}

Expr one(Type type) {
  return type.isReal() ? Expr::real(1.0, type)
                       : Expr::cast(Expr::integer(1), type);
}

// ---- sums: fn on each term but `kept`

Expr mapTerms(const Expr &e, const Expr &kept,
              const std::function<Expr(const Expr &)> &fn) {
  if (e == kept)
    return e;
  if (const auto *binary = e.getIf<Binary>();
      binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub))
    return withOperands(e, {mapTerms(binary->a, kept, fn),
                            mapTerms(binary->b, kept, fn)});
  return fn(e);
}

class FactorCollector {
public:
  FactorCollector(const Kernel &kernel, const std::string &given,
                  const std::vector<std::string> &varyByAxes)
      : kernel(kernel), expanded(expandRules(kernel)),
        var(resolveVariable(kernel, given, name)), check(expanded) {
    if (!var->isTemporary())
      throw UserError(std::string(name) + ": '" + var->name +
                      "' is an argument, whose sums are seen outside of the "
                      "kernel; keep them in a buffer (buffer_array)");
    for (const std::string &axis : varyByAxes)
      varying.push_back(resolveAxis(*var, axis, name));
  }

  std::optional<Kernel> run() {
    classify();
    checkKeys();
    graph.emplace(expanded, [&](AccessInfo &access) {
      return access.variable == var->name;
    });
    findFactors();
    bool any = std::any_of(
        groups.begin(), groups.end(),
        [](const auto &entry) { return !entry.second.factors.empty(); });
    if (!any)
      return std::nullopt;
    checkFlows();
    findConditions();
    return rewriteKernel();
  }

private:
  struct Group {
    std::vector<Expr> indices; // of the varying axes
    std::vector<int> increments;
    Factors factors;
  };
  using Key = std::vector<std::string>; // subscripts of the varying axes

  [[noreturn]] void refuse(const std::string &what, const Instruction &insn) {
    throw UserError(std::string(name) + ": " + what, insn.range);
  }
  const Instruction &insn(int i) const { return *expanded.instructions[i]; }

  std::vector<Expr> varyingIndices(const Expr &reference) const {
    std::vector<Expr> indices;
    if (const auto *array = reference.getIf<ArrayRef>())
      for (size_t a : varying)
        indices.push_back(fold(array->subscripts[a]));
    return indices;
  }

  Key keyOf(const Expr &reference) const {
    Key key;
    for (const Expr &index : varyingIndices(reference))
      key.push_back(index.str());
    return key;
  }

  // Increments, initialisations with zero, and nothing else writes it.
  void classify() {
    for (size_t i = 0; i < expanded.instructions.size(); ++i) {
      if (insn(i).assigneeName() != var->name)
        continue;
      const Assignment &assignment = insn(i).assignment();
      const Update *update = insn(i).update();
      if (update && update->op == UpdateOp::Add) {
        checkIncrement(insn(i));
        Group &group = groups[keyOf(assignment.assignee)];
        group.indices = varyingIndices(assignment.assignee);
        group.increments.push_back(static_cast<int>(i));
        isIncrement.insert(static_cast<int>(i));
      } else if (!isZero(assignment.value)) {
        refuse("'" + var->name + "' must start at zero and be added to, but '" +
                   insn(i).id + "' assigns it " + assignment.value.str(),
               insn(i));
      }
    }
    if (groups.empty())
      throw UserError(std::string(name) + ": nothing is added to '" +
                      var->name + "' in kernel '" + kernel.name + "'");
  }

  // Whether and where it adds must not depend on the sums.
  void checkIncrement(const Instruction &increment) {
    std::vector<Expr> read = operands(increment.assignment().assignee);
    read.insert(read.end(), increment.predicates.begin(),
                increment.predicates.end());
    for (const Expr &e : read)
      if (mentions(e, var->name))
        refuse("a condition or subscript of '" + increment.id + "' reads '" +
                   var->name + "' itself",
               increment);
  }

  // Groups of different indices must not meet in one element.
  void checkKeys() {
    for (const auto &[key, group] : groups)
      for (const Expr &index : group.indices)
        if (groups.size() > 1 && !asInteger(index))
          refuse("along the axes that factors vary by, increments must have "
                 "numbers for indices, but '" +
                     insn(group.increments.front()).id + "' has " +
                     index.str(),
                 insn(group.increments.front()));
  }

  static bool isZero(const Expr &e) {
    if (const auto *real = e.getIf<RealLit>())
      return real->value == 0;
    if (const auto *complex = e.getIf<ComplexLit>())
      return complex->re == 0 && complex->im == 0;
    if (const auto *cast = e.getIf<Cast>())
      return isZero(cast->a);
    return asInteger(e) == 0;
  }

  // Factors that every term of every increment of a group has.
  void findFactors() {
    for (auto &[key, group] : groups) {
      bool first = true;
      for (int i : group.increments) {
        const Assignment &assignment = insn(i).assignment();
        mapTerms(assignment.value, assignment.assignee, [&](const Expr &term) {
          Factors own;
          collectFactors(term, own);
          if (first)
            group.factors = own;
          else
            keepCommon(group.factors, own);
          first = false;
          return term;
        });
      }
      keepConstant(group);
    }
  }

  static void keepCommon(Factors &factors, Factors own) {
    Factors common;
    for (const Expr &factor : factors) {
      auto it = std::find(own.begin(), own.end(), factor);
      if (it == own.end())
        continue;
      common.push_back(factor);
      own.erase(it);
    }
    factors = std::move(common);
  }

  // Only factors that have the same value in all increments that meet in one
  // element, and where it is read.
  void keepConstant(Group &group) {
    Factors kept;
    for (const Expr &factor : group.factors) {
      if (asInteger(factor) || factor.getIf<RealLit>())
        continue; // nothing gained
      std::set<std::string> names, arrays;
      collectNames(factor, names, arrays);
      bool constant =
          std::all_of(names.begin(), names.end(), [&](const std::string &n) {
            return !kernel.hasIname(n) || isConstant(n, group);
          });
      if (constant && !names.count(var->name) && !arrays.count(var->name))
        kept.push_back(factor);
    }
    group.factors = std::move(kept);
  }

  // Has the iname one value along the way of a sum, from increment to
  // increment to read?
  bool isConstant(const std::string &iname, const Group &group) {
    return std::all_of(group.increments.begin(), group.increments.end(),
                       [&](int i) { return isDetermined(iname, i); }) ||
           std::all_of(graph->edges().begin(), graph->edges().end(),
                       [&](const DependenceEdge &edge) {
                         return !passesOn(edge, group) ||
                                isEqualAlong(edge, iname);
                       });
  }

  // Does the element that the instruction writes determine the iname?
  bool isDetermined(const std::string &iname, int i) const {
    const auto *array = insn(i).assignment().assignee.getIf<ArrayRef>();
    if (!array)
      return false;
    for (const Expr &subscript : array->subscripts)
      if (const auto *name = subscript.getIf<VarRef>();
          name && name->name == iname)
        return true;
    return false;
  }

  // From an increment of the group to the next access that reads the sum.
  bool passesOn(const DependenceEdge &edge, const Group &group) const {
    return passesValue(edge.kind) &&
           std::count(group.increments.begin(), group.increments.end(),
                      edge.source);
  }

  bool isEqualAlong(const DependenceEdge &edge, const std::string &iname) {
    if (!insn(edge.source).within(iname) || !insn(edge.sink).within(iname))
      return false;
    return graph->isPinned(edge, iname) ||
           graph->conflicts(edge)
               .intersect(PwAff::name(iname).ne(PwAff::name(primed(iname))))
               .isEmpty();
  }

  // Where a sum goes on or is read, its factors must be what they were.
  void checkFlows() {
    for (const DependenceEdge &edge : graph->edges())
      for (const auto &[key, group] : groups)
        if (passesOn(edge, group))
          for (const Expr &factor : group.factors)
            checkFlow(edge, factor);
  }

  void checkFlow(const DependenceEdge &edge, const Expr &factor) {
    const Instruction &source = insn(edge.source), &sink = insn(edge.sink);
    std::set<std::string> names, arrays;
    collectNames(factor, names, arrays);
    for (const std::string &iname : names)
      if (kernel.hasIname(iname) && !isIncrement.count(edge.sink) &&
          !isEqualAlong(edge, iname))
        refuse("the common factor " + factor.str() + " depends on '" + iname +
                   "', which '" + sink.id + "' reads '" + var->name +
                   "' without",
               sink);
    if (!readsWritten(expanded, factor))
      return;
    Move move;
    move.earlier = source.time;
    move.pairs = edge.identity ? graph->instances().of(edge.sink)
                               : graph->conflicts(edge);
    for (const Expr &component : sink.time)
      move.later.push_back(edge.identity ? component
                                         : primedExpr(component, sink));
    if (auto clobber = check.clobbered(factor, move))
      throw clobberError(expanded, *clobber,
                         "the common factor of '" + var->name +
                             "', applied where '" + sink.id + "' reads it,",
                         sink);
  }

  // A sum that nothing was added to is zero, whatever its factors are: they are
  // applied, and evaluated, only where something was.
  void findConditions() {
    SumReads reads(expanded, var->name);
    for (const AccessInfo &access : graph->accesses())
      if (!access.write && !isIncrement.count(access.instruction))
        for (const auto &[key, group] : groups)
          if (!group.factors.empty())
            findCondition(access, key, group, reads);
  }

  void findCondition(const AccessInfo &access, const Key &key,
                     const Group &group, SumReads &reads) {
    int reader = access.instruction;
    auto [possible, isMet] = meeting(access.reference, group);
    if (!possible)
      return;
    Set all = reads.instances(reader);
    if (auto met = isMet ? toCondition(isMet) : std::nullopt)
      all = all.intersect(*met);
    auto increased =
        reads.increased(reader, access.reference, group.increments);
    bool always = increased && all.isSubset(*increased);
    if (always || (var->type.isInteger() && isHarmless(group, all)))
      return;
    if (!increased)
      refuse("whether anything was added to '" + var->name + "' before '" +
                 insn(reader).id +
                 "' reads it depends on data, so the common factor " +
                 group.factors.front().str() +
                 " would be applied to a sum that may be empty; leave it in "
                 "the increments",
             insn(reader));
    conditions[{reader, access.reference.str()}][key] =
        typedNames(kernel, fromCondition(*increased, all));
  }

  bool isHarmless(const Group &group, const Set &points) const {
    return std::none_of(
        group.factors.begin(), group.factors.end(),
        [&](const Expr &factor) { return harmOf(expanded, factor, points); });
  }

  bool isConditional(int reader) const {
    auto it = conditions.lower_bound({reader, ""});
    return it != conditions.end() && it->first.first == reader;
  }

  Kernel rewriteKernel() {
    Kernel result = kernel;
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
        insn = expanded.instructions[i];
      if (!isIncrement.count(reader)) {
        insn = rewriteReads(insn, [&](const Expr &e) { return change(e); });
        continue;
      }
      auto divided = std::make_shared<Instruction>(*insn);
      divided->body = dividedIncrement(static_cast<int>(i));
      insn = std::move(divided);
    }
    book.finish();
    return result;
  }

  InstructionBody dividedIncrement(int i) const {
    const Assignment &assignment = insn(i).assignment();
    const Group &group = groups.at(keyOf(assignment.assignee));
    Expr value = mapTerms(
        assignment.value, assignment.assignee, [&](const Expr &term) {
          Expr rest = term;
          for (const Expr &factor : group.factors) {
            bool removed = false;
            Expr smaller = without(rest, factor, removed);
            rest = smaller ? smaller : one(term.type());
          }
          return rest;
        });
    return assign(assignment.assignee, value);
  }

  Expr withFactors(const Expr &node, int reader) const {
    const auto *array = node.getIf<ArrayRef>();
    const auto *scalar = node.getIf<VarRef>();
    if (!(array && array->name == var->name) &&
        !(scalar && scalar->name == var->name))
      return node;
    Expr result = node;
    for (const auto &[key, group] : groups) {
      auto [possible, condition] = meeting(node, group);
      if (!possible || group.factors.empty())
        continue;
      condition = both(condition, conditionOf(reader, node, key));
      result = condition
                   ? Expr::select(condition, timesFactors(node, group), result)
                   : timesFactors(node, group);
    }
    return result;
  }

  static Expr both(const Expr &a, const Expr &b) {
    return !a ? b : !b ? a : Expr::binary(BinaryOp::And, a, b);
  }

  // Where something was added to what the instruction reads; null: always.
  Expr conditionOf(int reader, const Expr &reference, const Key &key) const {
    auto it = conditions.find({reader, reference.str()});
    if (it == conditions.end())
      return Expr();
    auto own = it->second.find(key);
    return own == it->second.end() ? Expr() : own->second;
  }

  // May the reference be to a sum of the group, and if so under which
  // condition? Null: always.
  std::pair<bool, Expr> meeting(const Expr &reference,
                                const Group &group) const {
    bool isOnly = std::any_of(group.indices.begin(), group.indices.end(),
                              [](const Expr &e) { return !asInteger(e); });
    return isOnly ? std::pair(true, Expr())
                  : sameIndices(varyingIndices(reference), group.indices);
  }

  static std::pair<bool, Expr> sameIndices(const std::vector<Expr> &indices,
                                           const std::vector<Expr> &values) {
    Expr condition;
    for (size_t a = 0; a < indices.size(); ++a) {
      if (indices[a] == values[a])
        continue;
      if (asInteger(indices[a]))
        return {false, Expr()};
      condition =
          both(condition, Expr::binary(BinaryOp::Eq, indices[a], values[a]));
    }
    return {true, condition};
  }

  static Expr timesFactors(const Expr &node, const Group &group) {
    Expr product = node;
    for (const Expr &factor : group.factors)
      product = Expr::binary(BinaryOp::Mul, factor, product, node.type());
    return product;
  }

  const Kernel &kernel;
  Kernel expanded;
  VariablePtr var;
  std::vector<size_t> varying;
  std::map<Key, Group> groups;
  std::set<int> isIncrement;
  // By reader and what it reads: where something was added to it.
  std::map<std::pair<int, std::string>, std::map<Key, Expr>> conditions;
  std::optional<DependenceGraph> graph;
  MoveCheck check;
};

} // namespace

Kernel loopyc::collectCommonFactors(const Kernel &kernel,
                                    const std::string &variable,
                                    const std::vector<std::string> &varyByAxes,
                                    Remarks *remarks) {
  auto result = FactorCollector(kernel, variable, varyByAxes).run();
  if (!result) {
    warn("transform",
         std::string(name) + ": the increments of '" + variable +
             "' in kernel '" + kernel.name + "' have no common factor");
    return kernel;
  }
  if (remarks)
    remarks->push_back("reassociates the sums in '" + variable +
                       "': common factors are applied to the sum");
  return *result;
}
