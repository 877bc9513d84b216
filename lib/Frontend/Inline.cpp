#include "Inline.h"

#include "CallEffects.h"
#include "CallTargets.h"
#include "CallerVariables.h"
#include "InlineAssociation.h"
#include "InlineScope.h"
#include "SettledLocals.h"

#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// The statements of one procedure, with those of what it calls.
class Expansion {
public:
  Expansion(const Program &program, CallEffects &effects,
            ReachableVariables &reachable, size_t procedure)
      : program(program), variables(program, procedure, reachable),
        targets(program, effects, variables) {
    top.procedure = procedure;
  }

  Procedure run() {
    Block body;
    top.assignedOnce = assignedOnce(targets, top);
    expand(program.procedures[top.procedure].body, top, body);
    Procedure result = variables.take();
    result.body = std::move(body);
    return withoutUnread(std::move(result), settled);
  }

private:
  using References = std::vector<FunctionReference>;

  const Procedure &procedureOf(const InlineScope &scope) const {
    return program.procedures[scope.procedure];
  }

  // --- statements
  void expand(const Block &block, InlineScope &scope, Block &out) {
    for (const Statement &statement : block)
      match(statement.value,
            [&](const auto &part) { expand(part, statement, scope, out); });
  }

  // The statement's place, and why no kernel can have it.
  Statement placed(const Statement &statement, const InlineScope &scope) const {
    Statement result;
    result.range = statement.range;
    result.line = statement.line;
    result.callLines = scope.callLines;
    copyObstacles(statement.facts, scope, result.facts);
    return result;
  }

  static void copyObstacles(const Facts &from, const InlineScope &scope,
                            Facts &to) {
    for (const UserError &obstacle : from.obstacles)
      to.obstacles.push_back(scope.traced(obstacle));
    to.scalarObstacles = from.scalarObstacles;
  }

  template <typename T> void add(Statement place, T &&value, Block &out) const {
    place.value = std::forward<T>(value);
    out.push_back(std::move(place));
  }

  // Runs `translate`; what it throws is an obstacle of the statement.
  template <typename Translate>
  static void attempt(Facts &facts, const SourceRange &where,
                      const InlineScope &scope, const Translate &translate) {
    try {
      translate();
    } catch (UserError &error) {
      facts.obstacles.push_back(scope.traced(error.locate(where)));
    }
  }

  void expand(const AssignmentStatement &assignment, const Statement &from,
              InlineScope &scope, Block &out) {
    Statement place = placed(from, scope);
    AssignmentStatement result;
    attempt(place.facts, from.range, scope, [&] {
      Evaluation now{from, from.facts.references, scope, out,
                     read(assignment.value, scope)};
      for (const Expr &subscript : operandsOf(assignment.assignee))
        now.alsoRead.merge(read(subscript, scope));
      Expr value = evaluated(assignment.value, now);
      Expr assignee = evaluated(assignment.assignee, now);
      if (assignee && !assignee.getIf<VarRef>() && !assignee.getIf<ArrayRef>())
        throw UserError("the actual argument here is an expression, " +
                        assignee.str() +
                        ", which cannot be assigned; pass a variable");
      result = {assignee, value};
      settle(assignment.assignee, assignee, value, scope);
    });
    add(std::move(place), std::move(result), out);
  }

  // The scope's variable, which is now `assignee`, has the value from here on.
  void settle(const Expr &variable, const Expr &assignee, const Expr &value,
              InlineScope &scope) {
    const VarRef *own = variable ? variable.getIf<VarRef>() : nullptr;
    if (!own || !value || !scope.assignedOnce.count(own->name))
      return;
    if (Expr known = settledValue(value, assignee.type(), targets)) {
      settled.insert(assignee.getIf<VarRef>()->name);
      scope.meanings[own->name] = known;
    }
  }

  static std::vector<Expr> operandsOf(const Expr &e) {
    return e ? operands(e) : std::vector<Expr>();
  }

  void expand(const DoStatement &loop, const Statement &from,
              InlineScope &scope, Block &out) {
    Statement place = placed(from, scope);
    DoStatement result = loop;
    result.body.clear();
    attempt(place.facts, from.range, scope, [&] {
      Evaluation now{from, from.facts.references, scope, out,
                     read(loop.first, scope)};
      now.alsoRead.merge(read(loop.last, scope));
      result.variable = loopVariable(loop.variable, scope);
      result.first = evaluated(loop.first, now);
      result.last = evaluated(loop.last, now);
      result.variableStep = evaluated(loop.variableStep, now);
      dropSizeBound(result);
    });
    if (result.concurrent)
      result.concurrent = translated(*result.concurrent, scope);
    expandBody(loop.body, scope, result.body);
    add(std::move(place), std::move(result), out);
  }

  // Of a loop.
  void expandBody(const Block &body, InlineScope &scope, Block &out) {
    ++loops;
    expand(body, scope, out);
    --loops;
  }

  std::string loopVariable(const std::string &name, const InlineScope &scope) {
    const InlineScope::Meaning *meaning = scope.find(name);
    if (!meaning)
      return name;
    const Expr *value = std::get_if<Expr>(meaning);
    if (const VarRef *var = value ? value->getIf<VarRef>() : nullptr)
      return var->name;
    throw UserError("loop variable " + quoted(name) +
                    " is a dummy argument, whose actual argument is no scalar "
                    "variable; give the loop a variable of its own");
  }

  // In the names of the procedure that the loop is put into.
  static Concurrency translated(Concurrency concurrency,
                                const InlineScope &scope) {
    auto rename = [&](std::string &name) {
      std::set<std::string> targets = scope.targetsOf(name);
      if (targets.size() == 1)
        name = *targets.begin();
    };
    for (auto &[op, name] : concurrency.reduced)
      rename(name);
    return concurrency;
  }

  // do i = 1, max(0, n): the loop knows that itself.
  static void dropSizeBound(DoStatement &loop) {
    const Call *size = loop.last.getIf<Call>();
    auto first = asInteger(loop.first);
    if (size && size->fn == Intrinsic::Max && size->args.size() == 2 &&
        asInteger(size->args[0]) == 0 && first && *first >= 1 && loop.step > 0)
      loop.last = size->args[1];
  }

  void expand(const IfStatement &conditional, const Statement &from,
              InlineScope &scope, Block &out) {
    expandBranches(conditional, 0, from, scope, out);
  }

  // The branches from this one on. One whose condition needs statements before
  // it begins another conditional in the `else` of those before.
  void expandBranches(const IfStatement &conditional, size_t first,
                      const Statement &from, InlineScope &scope, Block &out) {
    IfStatement result;
    Statement place = placed(from, scope);
    for (size_t b = first; b < conditional.branches.size(); ++b) {
      const Branch &branch = conditional.branches[b];
      Branch own;
      own.isElse = branch.isElse;
      own.range = branch.range;
      if (b > first && !branch.facts.references.empty()) {
        if (result.branches.empty())
          return expandBranches(conditional, b, from, scope, out);
        own.isElse = true;
        expandBranches(conditional, b, from, scope, own.body);
        result.branches.push_back(std::move(own));
        break;
      }
      copyObstacles(branch.facts, scope, own.facts);
      attempt(own.facts, branch.range, scope, [&] {
        Evaluation now{from, branch.facts.references, scope, out,
                       read(branch.condition, scope)};
        own.condition = evaluated(branch.condition, now);
      });
      const LogicalLit *known = own.condition.getIf<LogicalLit>();
      if (scope.caller && known && !known->value)
        continue;
      const bool isCertain = scope.caller && known && result.branches.empty();
      conditions += !isCertain;
      expand(branch.body, scope, own.body);
      conditions -= !isCertain;
      const bool isLast = own.isElse || (scope.caller && known);
      if (isLast && scope.caller && result.branches.empty()) {
        std::move(own.body.begin(), own.body.end(), std::back_inserter(out));
        return;
      }
      if (isLast) {
        own.isElse = true;
        own.condition = {};
      }
      result.branches.push_back(std::move(own));
      if (isLast)
        break;
    }
    if (!result.branches.empty())
      add(std::move(place), std::move(result), out);
  }

  void expand(const CallStatement &call, const Statement &from,
              InlineScope &scope, Block &out) {
    Block body;
    try {
      Evaluation now{from, from.facts.references, scope, body, {}};
      InlineScope inner = enter(call.callee, call.arguments, now);
      const Procedure &callee = procedureOf(inner);
      if (callee.kind == Procedure::Kind::Function)
        requireNoEffect(call, scope);
      expand(callee.body, inner, body);
      std::move(body.begin(), body.end(), std::back_inserter(out));
    } catch (UserError &error) {
      Statement place = placed(from, scope);
      place.facts.obstacles = {scope.traced(error.locate(from.range))};
      CallStatement kept{call.callee, {}};
      if (!scope.caller)
        kept.arguments = call.arguments;
      add(std::move(place), std::move(kept), out);
    }
  }

  void expand(const LoopStatement &loop, const Statement &from,
              InlineScope &scope, Block &out) {
    LoopStatement result;
    expandBody(loop.body, scope, result.body);
    add(placed(from, scope), std::move(result), out);
  }

  void expand(const BlockStatement &block, const Statement &from,
              InlineScope &scope, Block &out) {
    BlockStatement result;
    expand(block.body, scope, result.body);
    add(placed(from, scope), std::move(result), out);
  }

  void expand(const GuardedStatement &guarded, const Statement &from,
              InlineScope &scope, Block &out) {
    Statement place = placed(from, scope);
    GuardedStatement result;
    attempt(place.facts, from.range, scope,
            [&] { result.flag = scope.translated(guarded.flag); });
    ++conditions;
    expand(guarded.body, scope, result.body);
    --conditions;
    add(std::move(place), std::move(result), out);
  }

  void expand(const LabelStatement &, const Statement &, InlineScope &,
              Block &) {} // nothing jumps there any more

  // What the passes before have left has a reason why no kernel can have it.
  template <typename T>
  void expand(const T &left, const Statement &from, InlineScope &scope,
              Block &out) {
    static_assert(std::is_same_v<T, SelectStatement> ||
                  std::is_same_v<T, WhereStatement> ||
                  std::is_same_v<T, ForallStatement> ||
                  std::is_same_v<T, JumpStatement>);
    Statement place = placed(from, scope);
    if (place.facts.obstacles.empty())
      place.facts.obstacles.push_back(scope.traced(
          UserError("not supported: this statement in a procedure that a "
                    "kernel calls",
                    from.range)));
    add(std::move(place), left, out);
  }

  void expand(const HostStatement &construct, const Statement &from,
              InlineScope &scope, Block &out) {
    HostStatement result{construct.kind, construct.what, {}};
    for (const Block &block : construct.blocks)
      expand(block, scope, result.blocks.emplace_back());
    add(placed(from, scope), std::move(result), out);
  }

  void expand(const RegionStatement &region, const Statement &from,
              InlineScope &scope, Block &out) {
    Statement place = placed(from, scope);
    const Procedure &marked = program.procedures[region.procedure];
    if (scope.caller)
      place.facts.obstacles.push_back(scope.traced(
          UserError("kernel region " + quoted(marked.name) +
                        " stands in a procedure that a kernel calls; a kernel "
                        "launches no other: mark one of the two",
                    marked.place)));
    add(std::move(place), region, out);
  }

  // --- expressions

  // Of a statement's expressions: what is needed before it goes to `out`.
  struct Evaluation {
    const Statement &statement;
    const References &references;
    InlineScope &scope;
    Block &out;
    std::set<std::string> alsoRead; // by the statement, in the caller's names
    // In the right operand of .and. or .or., of which processors may leave out
    // the evaluation.
    bool isConditional = false;
  };

  static const FunctionReference *referenceAt(const Expr &e,
                                              const References &references) {
    if (const VarRef *var = e.getIf<VarRef>())
      for (const FunctionReference &reference : references)
        if (reference.value == var->name)
          return &reference;
    return nullptr;
  }

  static bool mentionsReference(const Expr &e, const Evaluation &now) {
    bool found = false;
    walk(e, [&](const Expr &node) {
      found = found || (referenceAt(node, now.references) &&
                        !now.scope.find(node.getIf<VarRef>()->name));
      return !found;
    });
    return found;
  }

  static std::set<std::string> read(const Expr &e, const InlineScope &scope) {
    std::set<std::string> result;
    for (const std::string &name : namesIn(e))
      result.merge(scope.targetsOf(name));
    return result;
  }

  // In the caller's names; null stays null, where there is an obstacle.
  Expr evaluated(const Expr &e, Evaluation &now) {
    if (!e)
      return e;
    Expr result = evaluatedParts(e, now);
    if (std::string absent = absentIn(result); !absent.empty())
      throw UserError("the optional argument " + quoted(absent) +
                      " is absent in this call, but read; test it with "
                      "'present'");
    return result;
  }

  // Operands from left to right.
  Expr evaluatedParts(const Expr &e, Evaluation &now) {
    if (!mentionsReference(e, now))
      return now.scope.translated(e);
    if (const FunctionReference *reference = referenceAt(e, now.references)) {
      Expr value = inlineFunction(*reference, now);
      now.scope.meanings[reference->value] = value;
      return value;
    }
    const Binary *node = e.getIf<Binary>();
    if (node && (node->op == BinaryOp::And || node->op == BinaryOp::Or) &&
        mentionsReference(node->b, now))
      return evaluatedUnlessDecided(*node, e.type(), now);
    std::vector<Expr> parts = operands(e);
    for (Expr &part : parts)
      part = evaluatedParts(part, now);
    return now.scope.translatedNode(withOperands(e, parts));
  }

  // a .and. f(x)     cond = a
  //                  if (cond) then
  //                    (f)
  //                    cond = f's result
  Expr evaluatedUnlessDecided(const Binary &node, Type type, Evaluation &now) {
    Expr left = Expr::cast(evaluatedParts(node.a, now), type);
    const bool decisive = node.op == BinaryOp::Or;
    if (const LogicalLit *known = left.getIf<LogicalLit>())
      return known->value == decisive
                 ? left
                 : Expr::cast(evaluatedParts(node.b, now), type);
    Expr cond = assigned("cond", left, procedureOf(now.scope).name, now);
    Branch branch;
    branch.condition = decisive ? Expr::unary(UnaryOp::Not, cond) : cond;
    branch.range = now.statement.range;
    Evaluation inside{now.statement, now.references, now.scope,
                      branch.body,   now.alsoRead,   true};
    Expr right = Expr::cast(evaluatedParts(node.b, inside), type);
    add(placeFor(now), AssignmentStatement{cond, right}, branch.body);
    IfStatement conditional;
    conditional.branches.push_back(std::move(branch));
    add(placeFor(now), std::move(conditional), now.out);
    return cond;
  }

  Statement placeFor(const Evaluation &now) const {
    Statement result = placed(now.statement, now.scope);
    result.facts = {};
    return result;
  }

  // A variable with the value, for `procedure`.
  Expr assigned(const std::string &name, const Expr &value,
                const std::string &procedure, Evaluation &now) {
    Variable variable;
    variable.name = name;
    variable.type = value.type();
    variable.range = now.statement.range;
    variable = variables.addLocal(std::move(variable), procedure);
    Expr result = Expr::var(variable.name, variable.type);
    add(placeFor(now), AssignmentStatement{result, value}, now.out);
    return result;
  }

  Expr inlineFunction(const FunctionReference &reference, Evaluation &now) {
    try {
      targets.requireValue(reference.callee, now.scope);
      InlineScope inner = enter(reference.callee, reference.arguments, now);
      const Procedure &callee = procedureOf(inner);
      requireHarmless(reference, now);
      expand(callee.body, inner, now.out);
      Expr value = inner.translated(
          Expr::var(callee.result, typeOfVariable(callee, callee.result)));
      return value;
    } catch (UserError &error) {
      throw error.locate(reference.obstacle.diagnostics().front().range);
    }
  }

  static Type typeOfVariable(const Procedure &procedure,
                             const std::string &name) {
    if (const Variable *variable = declared(procedure, name))
      return variable->type;
    throw UserError("function " + quoted(procedure.name) +
                    " never assigns its result; assign it");
  }

  // The names of the callee.
  InlineScope enter(const Callee &callee,
                    const std::vector<Argument> &arguments, Evaluation &now) {
    Site site(*this, now);
    InlineScope inner = associate(callee, arguments, targets, variables, site);
    inner.assignedOnce = assignedOnce(targets, inner);
    return inner;
  }

  class Site : public CallSite {
  public:
    Site(Expansion &expansion, Evaluation &now)
        : CallSite(now.scope, now.statement,
                   expansion.conditions > 0 || now.isConditional,
                   expansion.loops),
          expansion(expansion), now(now) {}
    Expr value(const Expr &e) override { return expansion.evaluated(e, now); }
    Expr kept(const std::string &name, const Expr &value,
              const std::string &callee) override {
      return expansion.assigned(name, value, callee, now);
    }

  private:
    Expansion &expansion;
    Evaluation &now;
  };

  // What a statement reads must not depend on when its functions are called, or
  // whether they are.
  void requireHarmless(const FunctionReference &reference,
                       const Evaluation &now) {
    const std::string function = "function " + quoted(reference.callee.called);
    std::set<std::string> changed =
        targets.changedBy(reference.callee, reference.arguments, now.scope);
    if (now.isConditional && !changed.empty())
      throw UserError(function + " changes " + quoted(*changed.begin()) +
                      ", but whether an operand of .and. and .or. is evaluated "
                      "is up to the compiler; call it in a statement before");
    if (now.statement.facts.isAhead && !changed.empty())
      throw UserError(function + " changes " + quoted(*changed.begin()) +
                      ", and stands in an expression of a derived type, which "
                      "is evaluated before the rest of the statement; call it "
                      "in a statement before");
    for (const std::string &name : changed)
      if (now.alsoRead.count(name))
        throw UserError(function + " changes " + quoted(name) +
                        ", which this statement mentions, too; call it in a "
                        "statement before");
  }

  // Of one that returns an array, or a derived type, and was called before the
  // statement that refers to it.
  void requireNoEffect(const CallStatement &call, const InlineScope &scope) {
    std::vector<Argument> given = call.arguments;
    given.resize(given.size() - call.results);
    std::set<std::string> changed =
        targets.changedBy(call.callee, given, scope);
    if (!changed.empty())
      throw UserError("function " + quoted(call.callee.called) + " changes " +
                      quoted(*changed.begin()) +
                      "; make it a subroutine, with an argument for the "
                      "result");
  }

  const Program &program;
  CallerVariables variables;
  CallTargets targets;
  InlineScope top;
  std::set<std::string> settled; // variables that stand for their values
  size_t conditions = 0; // around the statement
  int loops = 0;
};

bool callsAnything(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Statement &s) {
    bool result = std::holds_alternative<CallStatement>(s.value) ||
                  !s.facts.references.empty();
    if (const auto *conditional = std::get_if<IfStatement>(&s.value))
      for (const Branch &branch : conditional->branches)
        result |= !branch.facts.references.empty();
    forEachBlock(s, [&](const Block &inner) {
      result = result || callsAnything(inner);
    });
    return result;
  });
}

} // namespace

Program frontend::inlineCalls(Program program) {
  CallEffects effects(program);
  ReachableVariables reachable;
  std::vector<std::pair<size_t, Procedure>> expanded;
  for (size_t p = 0; p < program.procedures.size(); ++p)
    if (program.procedures[p].isKernel() &&
        callsAnything(program.procedures[p].body))
      expanded.emplace_back(p, Expansion(program, effects, reachable, p).run());
  for (auto &[p, procedure] : expanded)
    program.procedures[p] = std::move(procedure);
  return program;
}
