// The invariants that every stage may rely on. Linear in the kernel's size.
#include "loopyc/IR/Atomics.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/IR/OpenTypes.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <unordered_map>
#include <unordered_set>

using namespace loopyc;

namespace {

class Verifier {
public:
  explicit Verifier(const Kernel &kernel) : kernel(kernel) {}

  void run() {
    indexVariables();
    indexInames();
    checkDomains();
    for (const SubstitutionRule &rule : kernel.rules)
      rules.emplace(rule.name, &rule);
    if (rules.size() != kernel.rules.size())
      fail("two substitution rules have one name");
    for (const SubstitutionRule &rule : kernel.rules)
      checkRule(rule);
    for (const auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &var : *list)
        checkShape(*var);
    checkIds();
    for (const InstructionPtr &insn : kernel.instructions)
      checkInstruction(*insn);
  }

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw InternalError("kernel '" + kernel.name +
                        "' is inconsistent: " + where + what);
  }

  // --- names

  void indexVariables() {
    for (const auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &var : *list) {
        if (!variables.emplace(var->name, var.get()).second)
          fail("two variables are named '" + var->name + "'");
        requireProgramName(var->name);
        if (var->isArgument() != (list == &kernel.arguments))
          fail("variable '" + var->name + "' is in the wrong list");
        if (var->isValue() && !var->axes.empty())
          fail("value argument '" + var->name + "' has axes");
      }
  }

  void indexInames() {
    for (const poly::Set &domain : kernel.domains)
      for (const std::string &iname : domain.dims()) {
        if (!inames.insert(iname).second)
          fail("iname '" + iname + "' is in two domains");
        requireProgramName(iname);
        if (variables.count(iname))
          fail("'" + iname + "' is both an iname and a variable");
      }
    for (const auto &[iname, tag] : kernel.inameTags)
      requireIname(iname, "an implementation tag");
    for (const auto &[iname, slab] : kernel.slabs)
      requireIname(iname, "a slab");
    for (const auto &list : kernel.loopPriority)
      for (const std::string &iname : list)
        requireIname(iname, "a loop priority");
  }

  void requireProgramName(const std::string &name) const {
    if (!isProgramName(name))
      fail("'" + name + "' is no name of a program's");
  }

  void requireIname(const std::string &iname, const char *what) const {
    if (!inames.count(iname))
      fail(std::string(what) + " names '" + iname + "', which is no iname");
  }

  bool isIntegerScalar(const std::string &name) const {
    auto it = variables.find(name);
    return it != variables.end() && it->second->isScalar() &&
           (it->second->type.isInteger() || isOpen(it->second->type));
  }

  void checkDomains() const {
    for (const poly::Set &domain : kernel.domains)
      for (const std::string &name : domain.params())
        if (!inames.count(name) && !isIntegerScalar(name) &&
            domain.involves(name))
          fail("domain " + domain.str() + " mentions '" + name +
               "', which is neither an iname nor an integer scalar");
    for (const std::string &name : kernel.assumptions.names())
      if (!isIntegerScalar(name))
        fail("the assumptions mention '" + name +
             "', which is no integer scalar");
  }

  // --- instructions

  void checkIds() {
    for (const InstructionPtr &insn : kernel.instructions)
      if (!ids.insert(insn->id).second)
        fail("two instructions have id '" + insn->id + "'");
  }

  void checkInstruction(const Instruction &insn) {
    where = "instruction '" + insn.id + "': ";
    scope.clear();
    for (const std::string &iname : insn.inames) {
      requireIname(iname, "the loop nest");
      if (!scope.insert(iname).second)
        fail("iname '" + iname + "' is listed twice");
    }
    for (const Predicate &predicate : insn.predicates) {
      if (!predicate.type().isLogical())
        fail("predicate " + predicate.str() + " is not logical");
      checkExpr(predicate);
    }
    match(
        insn.body, [&](const Assignment &a) { checkAssignment(insn, a); },
        [&](const CallBody &call) { checkCall(call); },
        [](const BarrierBody &) {}, [](const NoOp &) {});
    checkTime(insn);
    for (const std::string &id : insn.dependsOn)
      requireInstruction(id);
    for (const auto &[id, asserted] : insn.noSyncWith)
      requireInstruction(id);
    where.clear();
  }

  void requireInstruction(const std::string &id) const {
    if (!ids.count(id))
      fail("it names instruction '" + id + "', which does not exist");
  }

  void checkAssigned(const Expr &target, const Expr &value) {
    if (!target.getIf<VarRef>() && !target.getIf<ArrayRef>())
      fail("assignee " + target.str() + " is no scalar and no array element");
    if (const auto *var = target.getIf<VarRef>()) {
      auto it = variables.find(var->name);
      if (it == variables.end() || it->second->isValue())
        fail("assignee " + var->name + " cannot be written");
    }
    checkExpr(target);
    checkExpr(value);
    if (value.type() != target.type())
      fail("a value of type " + value.type().str() + " is assigned to " +
           target.str() + " of type " + target.type().str());
  }

  void checkCall(const CallBody &call) {
    if (std::string why = misuseOf(call.routine, call.arguments); !why.empty())
      fail(why);
    std::vector<Expr> results = resultsOf(call.routine, call.arguments);
    if (call.assignees.size() != results.size())
      fail(std::string(routineName(call.routine)) + " has " +
           std::to_string(results.size()) + " results, but " +
           std::to_string(call.assignees.size()) + " are assigned");
    for (size_t i = 0; i < results.size(); ++i)
      checkAssigned(call.assignees[i], results[i]);
    // One variable for each, and none that says where another lies.
    for (const Expr &a : call.assignees) {
      const auto *array = a.getIf<ArrayRef>();
      const std::string &name = array ? array->name : a.getIf<VarRef>()->name;
      int uses = 0;
      for (const Expr &b : call.assignees)
        uses += mentions(b, name);
      if (uses != 1)
        fail("'" + name + "' is in two of the assignees of a call");
    }
  }

  void checkAssignment(const Instruction &insn, const Assignment &assigned) {
    const Expr &target = assigned.assignee;
    checkAssigned(target, assigned.value);
    if (assign(target, assigned.value).index() != insn.body.index())
      fail("whether it is an update was not found out");
    if (const Update *update = insn.update();
        update && update->atomic && !isOpen(target.type()))
      if (std::string why = obstacleToAtomic(update->op, target.type());
          !why.empty())
        fail("it cannot be atomic: its variable " + why);
  }

  void checkTime(const Instruction &insn) const {
    for (size_t i = 0; i < insn.time.size(); ++i) {
      if (i % 2 == 0 && !asInteger(insn.time[i]))
        fail("component " + std::to_string(i) +
             " of its reference time is not a literal");
      walk(insn.time[i], [&](const Expr &e) {
        if (e.getIf<ArrayRef>() || e.getIf<Reduction>())
          fail("its reference time reads an array, or is a reduction");
        const auto *var = e.getIf<VarRef>();
        if (var && inames.count(var->name) && !scope.count(var->name))
          fail("its reference time mentions '" + var->name +
               "', which it is not within");
        if (var && !inames.count(var->name) && !isIntegerScalar(var->name))
          fail("its reference time mentions '" + var->name +
               "', which is unknown");
        return true;
      });
    }
  }

  void checkRule(const SubstitutionRule &rule) {
    where = "rule '" + rule.name + "': ";
    scope = inames;
    parameters.clear();
    parameters.insert(rule.parameters.begin(), rule.parameters.end());
    if (parameters.size() != rule.parameters.size())
      fail("two parameters have one name");
    inRule = true;
    checkExpr(rule.value);
    inRule = false;
    parameters.clear();
    scope.clear();
    where.clear();
  }

  void checkShape(const Variable &var) {
    where = "variable '" + var.name + "': ";
    for (const Axis &axis : var.axes)
      if (axis.extent)
        checkExpr(axis.extent);
    where.clear();
  }

  // --- expressions

  void checkExpr(const Expr &root) {
    walk(root, [&](const Expr &e) {
      if (!e)
        fail("an expression is missing");
      checkNode(e);
      return !e.getIf<Reduction>();
    });
  }

  void checkNode(const Expr &e) {
    match(
        e->value,
        [&](const IntLit &) { requireClass(e, e.type().isAnyInteger()); },
        [&](const RealLit &) { requireClass(e, e.type().isReal()); },
        [&](const LogicalLit &) { requireClass(e, e.type().isLogical()); },
        [&](const ComplexLit &) { requireClass(e, e.type().isComplex()); },
        [&](const VarRef &n) { checkVar(n, e); },
        [&](const AxisRef &) {
          fail("it mentions " + e.str() + " before it is scheduled");
        },
        [&](const ArrayRef &n) { checkArray(n, e); },
        [&](const Unary &n) { requireType(e, n.a); },
        [&](const Binary &n) { checkBinary(n, e); }, [](const Call &) {},
        [](const Cast &) {},
        [&](const Select &n) {
          requireClass(n.condition, n.condition.type().isLogical());
          requireType(e, n.ifTrue);
          requireType(e, n.ifFalse);
        },
        [&](const RuleCall &n) { checkRuleCall(n, e); },
        [&](const Reduction &n) { checkReduction(n, e); },
        [&](const ExternalCall &n) { checkExternal(n, e); });
  }

  void requireClass(const Expr &e, bool holds) const {
    if (!holds && !isOpen(e.type()))
      fail(e.str() + " has the unfitting type " + e.type().str());
  }
  void requireType(const Expr &e, const Expr &operand) const {
    if (operand.type() != e.type())
      fail("operand " + operand.str() + " of type " + operand.type().str() +
           " stands in " + e.str() + " of type " + e.type().str());
  }

  void checkVar(const VarRef &n, const Expr &e) const {
    if (n.mark != Mark::None)
      fail(n.str() + " is of another instance");
    if (parameters.count(n.name))
      return;
    if (inames.count(n.name)) {
      if (!scope.count(n.name) && !reduced.count(n.name))
        fail("it mentions iname '" + n.name + "', which it is not within");
      return requireClass(e, e.type().isInteger());
    }
    auto it = variables.find(n.name);
    if (it == variables.end())
      fail("'" + n.name + "' is unknown");
    if (!it->second->isScalar())
      fail("array '" + n.name + "' is used without subscripts");
    if (it->second->type != e.type())
      fail("'" + n.name + "' of type " + it->second->type.str() +
           " is used as " + e.type().str());
  }

  void checkArray(const ArrayRef &n, const Expr &e) const {
    auto it = variables.find(n.name);
    if (it == variables.end())
      fail("array '" + n.name + "' is unknown");
    if (it->second->axes.size() != n.subscripts.size())
      fail(e.str() + " has " + std::to_string(n.subscripts.size()) +
           " subscripts, but '" + n.name + "' has " +
           std::to_string(it->second->axes.size()) + " axes");
    if (it->second->type != e.type())
      fail("'" + n.name + "' of type " + it->second->type.str() +
           " is used as " + e.type().str());
    for (const Expr &subscript : n.subscripts)
      if (!subscript || (!subscript.type().isInteger() &&
                         !isOpen(subscript.type())))
        fail("a subscript of " + e.str() + " is not an integer");
  }

  void checkBinary(const Binary &n, const Expr &e) const {
    switch (n.op) {
    case BinaryOp::Eq:
    case BinaryOp::Ne:
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge:
      requireClass(e, e.type().isLogical());
      return requireType(n.a, n.b);
    case BinaryOp::Pow:
      requireType(e, n.a);
      if (!n.b.type().isInteger() && !isOpen(n.b.type()))
        requireType(e, n.b);
      return;
    case BinaryOp::And:
    case BinaryOp::Or:
      requireClass(n.a, n.a.type().isLogical());
      return requireClass(n.b, n.b.type().isLogical());
    default:
      requireType(e, n.a);
      requireType(e, n.b);
    }
  }

  void checkRuleCall(const RuleCall &n, const Expr &e) const {
    auto it = rules.find(n.rule);
    if (it == rules.end())
      fail("rule '" + n.rule + "' is unknown");
    if (it->second->parameters.size() != n.args.size())
      fail(e.str() + " has " + std::to_string(n.args.size()) +
           " arguments, but rule '" + n.rule + "' has " +
           std::to_string(it->second->parameters.size()) + " parameters");
  }

  void checkExternal(const ExternalCall &n, const Expr &e) const {
    if (!n.function)
      fail("a call of a C function that is not there");
    if (!n.signature)
      return requireClass(e, isOpen(e.type()));
    requireClass(e, n.signature->result == e.type());
    if (n.signature->arguments.size() != n.args.size())
      fail(e.str() + " has " + std::to_string(n.args.size()) +
           " arguments, but '" + n.function->name + "' has " +
           std::to_string(n.signature->arguments.size()));
    for (size_t i = 0; i < n.args.size(); ++i)
      requireClass(n.args[i],
                   n.signature->arguments[i] == n.args[i].type());
  }

  void checkReduction(const Reduction &n, const Expr &e) {
    Type type = e.type();
    bool isLogical = loopyc::isLogical(n.op);
    bool isOrdered = n.op == ReductionOp::Min || n.op == ReductionOp::Max;
    requireType(e, n.value);
    requireClass(e, isLogical == type.isLogical() &&
                        !(isOrdered && type.isComplex()) &&
                        (!isBitwise(n.op) || type.isAnyInteger()));
    if (n.inames.empty())
      fail(e.str() + " is a reduction over no iname");
    for (const std::string &iname : n.inames) {
      requireIname(iname, "a reduction");
      // Whose value of the iname would be meant?
      if ((!inRule && scope.count(iname)) || parameters.count(iname) ||
          !reduced.insert(iname).second)
        fail(e.str() + " is a reduction over '" + iname +
             "', which it is within already");
    }
    checkExpr(n.value);
    for (const std::string &iname : n.inames)
      reduced.erase(iname);
  }

  const Kernel &kernel;
  std::string where;
  std::unordered_map<std::string, const Variable *> variables;
  std::unordered_map<std::string, const SubstitutionRule *> rules;
  std::unordered_set<std::string> inames, ids;
  std::unordered_set<std::string> scope;      // inames in scope
  std::unordered_set<std::string> reduced;    // by the reductions around
  bool inRule = false;                        // all inames may be in scope
  std::unordered_set<std::string> parameters; // of the rule
};

} // namespace

void loopyc::verifyKernel(const Kernel &kernel) { Verifier(kernel).run(); }
