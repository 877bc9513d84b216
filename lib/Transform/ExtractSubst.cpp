//   a[i] = sin(x[i])**2   ->   s(t) := sin(t)**2;  a[i] = s(x[i])
#include "Names.h"
#include "RuleBook.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Rules.h"

#include <algorithm>

using namespace loopyc;

static const char *const extractSubstName = "extract_subst";

namespace {

// A template of types that its text leaves open: literals and parameters take
// the type of what they meet.
class Unifier {
public:
  explicit Unifier(const std::vector<std::string> &parameters)
      : parameters(parameters.begin(), parameters.end()) {}

  bool run(const Expr &pattern, const Expr &e) {
    if (const auto *var = pattern.getIf<VarRef>();
        var && parameters.count(var->name)) {
      // The value of a rule's argument is that outside of the rule.
      for (const std::string &iname : reduced)
        if (mentions(e, iname))
          return false;
      auto [it, isNew] = found.try_emplace(var->name, e);
      return isNew || it->second == e;
    }
    if (const auto *cast = pattern.getIf<Cast>(); cast && !e.getIf<Cast>())
      return run(cast->a, e);
    if (!sameNode(pattern, e))
      return false;
    size_t outer = reduced.size();
    if (const auto *reduction = pattern.getIf<Reduction>())
      reduced.insert(reduced.end(), reduction->inames.begin(),
                     reduction->inames.end());
    bool same = sameOperands(pattern, e);
    reduced.resize(outer);
    return same;
  }

  std::map<std::string, Expr> found;

private:
  static bool sameNode(const Expr &a, const Expr &b) {
    if (a->value.index() != b->value.index())
      return false;
    return match(
        a->value, [&](const IntLit &) { return a == b; },
        [&](const RealLit &x) { return x.value == b.getIf<RealLit>()->value; },
        [&](const LogicalLit &) { return a == b; },
        [&](const ComplexLit &) { return a == b; },
        [&](const VarRef &) { return a == b; },
        [&](const AxisRef &) { return a == b; },
        [&](const ArrayRef &x) { return x.name == b.getIf<ArrayRef>()->name; },
        [&](const Unary &x) { return x.op == b.getIf<Unary>()->op; },
        [&](const Binary &x) { return x.op == b.getIf<Binary>()->op; },
        [&](const Call &x) { return x.fn == b.getIf<Call>()->fn; },
        [](const Cast &) { return true; }, [](const Select &) { return true; },
        [&](const RuleCall &x) { return x.rule == b.getIf<RuleCall>()->rule; },
        [&](const Reduction &x) {
          const auto *y = b.getIf<Reduction>();
          return x.op == y->op && x.inames == y->inames;
        },
        [&](const ExternalCall &x) {
          return x.isLike(*b.getIf<ExternalCall>());
        });
  }
  bool sameOperands(const Expr &a, const Expr &b) {
    std::vector<Expr> x = operands(a), y = operands(b);
    if (x.size() != y.size())
      return false;
    for (size_t i = 0; i < x.size(); ++i)
      if (!run(x[i], y[i]))
        return false;
    return true;
  }

  std::set<std::string> parameters;
  std::vector<std::string> reduced; // by reductions around
};

} // namespace

// The expression with the parameters where the pattern has them.
static Expr generalised(const Expr &pattern, const Expr &e,
                        const std::vector<std::string> &parameters) {
  if (const auto *var = pattern.getIf<VarRef>())
    if (std::find(parameters.begin(), parameters.end(), var->name) !=
        parameters.end())
      return Expr::var(var->name, e.type());
  if (const auto *cast = pattern.getIf<Cast>(); cast && !e.getIf<Cast>())
    return generalised(cast->a, e, parameters);
  std::vector<Expr> parts = operands(pattern), own = operands(e);
  for (size_t i = 0; i < own.size(); ++i)
    own[i] = generalised(parts[i], own[i], parameters);
  return withOperands(e, own);
}

static void checkNames(const Kernel &kernel, const std::string &rule,
                       const RuleTemplate &pattern) {
  requireIdentifier(rule, extractSubstName);
  const std::vector<std::string> &parameters = pattern.parameters;
  for (auto it = parameters.begin(); it != parameters.end(); ++it)
    if (std::find(parameters.begin(), it, *it) != it)
      throw UserError(std::string(extractSubstName) + ": parameter '" + *it +
                      "' is given twice");
  if (kernel.isNameTaken(rule))
    throw UserError(std::string(extractSubstName) + ": '" + rule +
                    "' is already a name in kernel '" + kernel.name +
                    "'; choose another");
  for (const std::string &parameter : parameters)
    if (!mentions(pattern.form, parameter))
      throw UserError(std::string(extractSubstName) + ": the template '" +
                      pattern.text + "' does not mention its parameter '" +
                      parameter + "'");
}

Kernel loopyc::extractSubst(const Kernel &kernel, const std::string &ruleName,
                            const RuleTemplate &pattern,
                            const InstructionFilter &within) {
  checkNames(kernel, ruleName, pattern);

  const std::vector<std::string> &parameters = pattern.parameters;
  SubstitutionRule rule{ruleName, parameters, Expr(), {}};
  auto use = [&](const Expr &node) {
    Unifier unifier(parameters);
    if (!unifier.run(pattern.form, node))
      return node;
    Expr value = generalised(pattern.form, node, parameters);
    if (!rule.value)
      rule.value = value;
    if (value != rule.value) // of other types
      return node;
    std::vector<Expr> args;
    for (const std::string &parameter : parameters)
      args.push_back(unifier.found.at(parameter));
    return Expr::rule(ruleName, std::move(args), node.type());
  };
  Kernel result = kernel;
  RuleBook book(result);
  RuleRewriter change(book, [&](const Expr &e, const SubstitutionRule *) {
    return rewrite(e, use);
  });
  change.keep(ruleName);
  for (InstructionPtr &insn : result.instructions)
    if (!within || within(kernel, *insn))
      insn = rewriteReads(insn, [&](const Expr &e) { return change(e); });
  if (!rule.value)
    throw UserError(std::string(extractSubstName) +
                    ": no expression of kernel '" + kernel.name +
                    "' has the form of the template '" + pattern.text + "'");
  result.rules.push_back(rule);
  book.finish();
  return result;
}
