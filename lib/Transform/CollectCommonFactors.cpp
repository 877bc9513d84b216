//   t = 0;  t = t - f*u[n];  t = t - f*v[n];  a = a + t
//     ->  t = 0;  t = t - u[n];  t = t - v[n];  a = a + f*t
#include "ArrayAxes.h"
#include "Dataflow.h"
#include "RuleBook.h"
#include "RuleExpander.h"
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
        var(resolveVariable(kernel, given, name)) {
    for (const std::string &axis : varyByAxes)
      varying.push_back(resolveAxis(*var, axis, name));
  }

  std::optional<Kernel> run() {
    classify();
    findFactors();
    bool any = std::any_of(
        groups.begin(), groups.end(),
        [](const auto &entry) { return !entry.second.factors.empty(); });
    if (!any)
      return std::nullopt;
    checkReads();
    return rewriteKernel();
  }

private:
  struct Group {
    std::vector<int> increments;
    Factors factors;
  };
  using Key = std::vector<std::string>; // subscripts of the varying axes

  [[noreturn]] void refuse(const std::string &what, const Instruction &insn) {
    throw UserError(std::string(name) + ": " + what, insn.range);
  }
  const Instruction &insn(int i) const { return *expanded.instructions[i]; }

  Key keyOf(const Expr &reference) const {
    Key key;
    if (const auto *array = reference.getIf<ArrayRef>())
      for (size_t a : varying)
        key.push_back(fold(array->subscripts[a]).str());
    return key;
  }

  // Increments, initialisations with zero, and nothing else writes it.
  void classify() {
    for (size_t i = 0; i < expanded.instructions.size(); ++i) {
      if (insn(i).assigneeName() != var->name)
        continue;
      const Assignment &assignment = *insn(i).assignment();
      if (updateOpOf(assignment) == UpdateOp::Add) {
        groups[keyOf(assignment.assignee)].increments.push_back(i);
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

  static bool isZero(const Expr &e) {
    if (const auto *real = e.getIf<RealLit>())
      return real->value == 0;
    if (const auto *cast = e.getIf<Cast>())
      return isZero(cast->a);
    return asInteger(e) == 0;
  }

  // Factors that every term of every increment of a group has.
  void findFactors() {
    for (auto &[key, group] : groups) {
      bool first = true;
      for (int i : group.increments) {
        const Assignment &assignment = *insn(i).assignment();
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
  // element: their inames are those of the element.
  void keepConstant(Group &group) {
    Factors kept;
    for (const Expr &factor : group.factors) {
      if (asInteger(factor) || factor.getIf<RealLit>())
        continue; // nothing gained
      std::set<std::string> names, arrays;
      collectNames(factor, names, arrays);
      bool constant =
          std::all_of(names.begin(), names.end(), [&](const std::string &n) {
            return !kernel.hasIname(n) ||
                   std::all_of(group.increments.begin(),
                               group.increments.end(), [&](int i) {
                                 return isDetermined(n, i);
                               });
          });
      if (constant && !names.count(var->name) && !arrays.count(var->name))
        kept.push_back(factor);
    }
    group.factors = std::move(kept);
  }

  // Does the element that the instruction writes determine the iname?
  bool isDetermined(const std::string &iname, int i) const {
    const auto *array = insn(i).assignment()->assignee.getIf<ArrayRef>();
    if (!array)
      return false;
    for (const Expr &subscript : array->subscripts)
      if (const auto *name = subscript.getIf<VarRef>();
          name && name->name == iname)
        return true;
    return false;
  }

  // Where the sum is read, the factors must be what they were.
  void checkReads() {
    DependenceGraph graph(expanded, [&](AccessInfo &access) {
      return access.variable == var->name;
    });
    MoveCheck check(expanded);
    for (const DependenceEdge &edge : graph.edges()) {
      if (edge.kind != DependenceKind::Flow || isIncrement.count(edge.sink) ||
          !isIncrement.count(edge.source))
        continue;
      const AccessInfo &read = graph.accesses()[edge.sinkAccess];
      const Group &group = groupOfRead(read.reference, insn(edge.sink));
      for (const Expr &factor : group.factors)
        checkRead(graph, edge, factor, check);
    }
  }

  const Group &groupOfRead(const Expr &reference, const Instruction &reader) {
    auto it = groups.find(keyOf(reference));
    if (it == groups.end())
      refuse("'" + reader.id + "' reads " + reference.str() +
                 ", which is no single one of the indices that the common "
                 "factors vary by; unroll or expand that access first",
             reader);
    return it->second;
  }

  void checkRead(DependenceGraph &graph, const DependenceEdge &edge,
                 const Expr &factor, MoveCheck &check) {
    const Instruction &source = insn(edge.source), &sink = insn(edge.sink);
    std::set<std::string> names, arrays;
    collectNames(factor, names, arrays);
    for (const std::string &iname : names) {
      if (!kernel.hasIname(iname))
        continue;
      bool same = sink.within(iname);
      if (same && !graph.isPinned(edge, iname))
        same = graph.conflicts(edge)
                   .intersect(PwAff::name(iname).ne(PwAff::name(primed(iname))))
                   .isEmpty();
      if (!same)
        refuse("the common factor " + factor.str() + " depends on '" + iname +
                   "', which '" + sink.id + "' reads '" + var->name +
                   "' without",
               sink);
    }
    if (!readsWritten(expanded, factor))
      return;
    Move move;
    move.earlier = source.time;
    move.pairs = edge.identity ? graph.instances().of(edge.sink)
                               : graph.conflicts(edge);
    for (const Expr &component : sink.time)
      move.later.push_back(edge.identity ? component
                                         : primedExpr(component, sink));
    if (auto clobber = check.clobbered(factor, move))
      throw clobberError(expanded, *clobber,
                         std::string(name) + ": the common factor of '" +
                             var->name + "', applied where '" + sink.id +
                             "' reads it,",
                         sink);
  }

  Kernel rewriteKernel() {
    Kernel result = kernel;
    RuleBook book(result);
    RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
      return rewrite(e, [&](const Expr &node) { return withFactors(node); });
    });
    for (size_t i = 0; i < result.instructions.size(); ++i) {
      InstructionPtr &insn = result.instructions[i];
      if (!isIncrement.count(static_cast<int>(i))) {
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

  Assignment dividedIncrement(int i) const {
    const Assignment &assignment = *insn(i).assignment();
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
    return {assignment.assignee, value};
  }

  Expr withFactors(const Expr &node) const {
    const auto *array = node.getIf<ArrayRef>();
    const auto *scalar = node.getIf<VarRef>();
    if (!(array && array->name == var->name) &&
        !(scalar && scalar->name == var->name))
      return node;
    auto it = groups.find(keyOf(node));
    if (it == groups.end())
      return node;
    Expr product = node;
    for (const Expr &factor : it->second.factors)
      product = Expr::binary(BinaryOp::Mul, factor, product, node.type());
    return product;
  }

  const Kernel &kernel;
  Kernel expanded;
  VariablePtr var;
  std::vector<size_t> varying;
  std::map<Key, Group> groups;
  std::set<int> isIncrement;
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
