#include "Inline.h"

#include "CallEffects.h"
#include "CallerVariables.h"
#include "InlineScope.h"

#include "loopyc/Support/LetterCase.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

const char *kindName(const Procedure &procedure) {
  return procedure.kind == Procedure::Kind::Function ? "function"
                                                     : "subroutine";
}

std::string quoted(const std::string &name) { return "'" + name + "'"; }

bool holds(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool intersect(const std::set<std::string> &a, const std::set<std::string> &b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string &name) { return b.count(name); });
}

std::set<std::string> namesIn(const Expr &e) {
  std::set<std::string> result;
  if (e)
    collectNames(e, result, result);
  return result;
}

// The statements of one procedure, with those of what it calls.
class Expansion {
public:
  Expansion(const Program &program, CallEffects &effects, size_t procedure)
      : program(program), effects(effects), variables(program, procedure) {
    top.procedure = procedure;
  }

  Procedure run() {
    Block body;
    expand(program.procedures[top.procedure].body, top, body);
    Procedure result = variables.take();
    result.body = std::move(body);
    return result;
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
    result.facts.obstacles = traced(statement.facts.obstacles, scope);
    return result;
  }

  static std::vector<UserError> traced(const std::vector<UserError> &obstacles,
                                       const InlineScope &scope) {
    std::vector<UserError> result;
    for (const UserError &obstacle : obstacles)
      result.push_back(scope.traced(obstacle));
    return result;
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
    });
    add(std::move(place), std::move(result), out);
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
      dropSizeBound(result);
    });
    expand(loop.body, scope, result.body);
    add(std::move(place), std::move(result), out);
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
      own.facts.obstacles = traced(branch.facts.obstacles, scope);
      attempt(own.facts, branch.range, scope, [&] {
        Evaluation now{from, branch.facts.references, scope, out,
                       read(branch.condition, scope)};
        own.condition = evaluated(branch.condition, now);
      });
      const LogicalLit *known = own.condition.getIf<LogicalLit>();
      if (scope.caller && known && !known->value)
        continue;
      expand(branch.body, scope, own.body);
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
      expand(procedureOf(inner).body, inner, body);
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
    for (const Variable &variable : procedure.variables)
      if (variable.name == name)
        return variable.type;
    throw UserError("function " + quoted(procedure.name) +
                    " never assigns its result; assign it");
  }

  // What a statement reads must not depend on when its functions are called, or
  // whether they are.
  void requireHarmless(const FunctionReference &reference,
                       const Evaluation &now) {
    const std::string function = "function " + quoted(reference.callee.called);
    std::set<std::string> changed =
        changedBy(reference.callee, reference.arguments, now.scope);
    if (now.isConditional && !changed.empty())
      throw UserError(function + " changes " + quoted(*changed.begin()) +
                      ", but whether an operand of .and. and .or. is evaluated "
                      "is up to the compiler; call it in a statement before");
    for (const std::string &name : changed)
      if (now.alsoRead.count(name))
        throw UserError(function + " changes " + quoted(name) +
                        ", which this statement mentions, too; call it in a "
                        "statement before");
  }

  // --- calls

  // Variables of the caller that the call may assign.
  std::set<std::string> changedBy(const Callee &callee,
                                  const std::vector<Argument> &arguments,
                                  const InlineScope &scope) {
    const size_t number = *resolved(callee, scope).procedure;
    const Procedure &called = program.procedures[number];
    std::set<std::string> result;
    for (const VariableIdentity &changed : effects.of(number).assigned)
      if (changed.procedure != number) {
        if (const Variable *known = variables.find(changed))
          result.insert(known->name);
        else if (!changed.procedure) // of a module, not mentioned here
          result.insert(changed.name);
      } else {
        for (size_t k = 0; k < called.dummies.size() && k < arguments.size();
             ++k)
          if (lowerCase(called.dummies[k]) == changed.name)
            if (const auto *view = std::get_if<ArrayView>(&arguments[k].value))
              result.merge(scope.targetsOf(variableNameOf(*view, scope)));
      }
    return result;
  }

  // What is called, through dummy procedures.
  Callee resolved(const Callee &callee, const InlineScope &scope) const {
    using Kind = Callee::Kind;
    Callee result = callee;
    if (callee.kind == Kind::Dummy)
      if (const auto *meaning = scope.find(callee.name))
        if (const auto *actual = std::get_if<Callee>(meaning))
          result = *actual;
    if (result.procedure)
      return result;
    const std::string call =
        "not supported: call of " +
        std::string(callee.kind == Kind::Intrinsic ? "intrinsic procedure "
                                                   : "") +
        quoted(callee.called);
    if (result.kind == Kind::Dummy || result.kind == Kind::Pointer ||
        result.kind == Kind::TypeBound)
      throw UserError(call + ", which is chosen when the program runs; call "
                             "the procedure by its own name");
    if (result.kind == Kind::Intrinsic)
      throw UserError(call);
    UserError error(call + ", whose source was not found; give its file on the "
                           "command line, or its directory with -I");
    for (const auto &[file, reason] : program.unusable)
      error.note("'" + file + "' is not looked into, for this error: " +
                     reason.diagnostics().front().message,
                 reason.diagnostics().front().range);
    throw error;
  }

  void requireInlinable(const Procedure &callee, size_t number,
                        const Evaluation &now) const {
    const InlineScope &scope = now.scope;
    std::string path = callee.name;
    for (const InlineScope *s = &scope; s; s = s->caller) {
      path = procedureOf(*s).name + " -> " + path;
      if (s->procedure == number)
        throw UserError("not supported: call of " + quoted(callee.name) +
                        ", which calls itself (" + path +
                        "); a recursive procedure cannot be inlined: write a "
                        "loop");
    }
    if (!callee.obstacles.empty()) {
      UserError reason = callee.obstacles.front();
      throw reason.note(std::string("in ") + kindName(callee) + " " +
                            quoted(callee.name) + ", which is called here",
                        now.statement.range);
    }
  }

  // The names of the callee. What its arguments need goes to `now.out`.
  InlineScope enter(const Callee &named, const std::vector<Argument> &arguments,
                    Evaluation &now) {
    const Callee callee = resolved(named, now.scope);
    const Procedure &called = program.procedures[*callee.procedure];
    requireInlinable(called, *callee.procedure, now);
    InlineScope inner;
    inner.procedure = *callee.procedure;
    inner.caller = &now.scope;
    inner.called = kindName(called) + (" " + quoted(called.name));
    inner.call = now.statement.range;
    inner.callLines = now.scope.callLines;
    inner.callLines.push_back(now.statement.line);
    inner.isOfHost =
        now.scope.isOfHost && callee.kind == Callee::Kind::Internal;
    variables.noteInlined(callee, now.scope.isOfHost);
    Association association{called,
                            arguments,
                            now,
                            inner,
                            changedBy(callee, arguments, now.scope),
                            effects.of(*callee.procedure)};
    try {
      bindOuter(association);
    } catch (UserError &error) {
      throw calledHere(error, association);
    }
    for (bool arrays : {false, true}) // whose bounds scalars may be
      for (size_t k = 0; k < called.dummies.size(); ++k)
        bind(k, arrays, association);
    addLocals(association);
    return inner;
  }

  struct Association {
    const Procedure &callee;
    const std::vector<Argument> &arguments;
    Evaluation &now;
    InlineScope &inner;
    std::set<std::string> changed; // by the call, in the caller's names
    const CallEffects::Effects &effects;

    bool assigns(const std::string &name) const {
      return effects.assigned.count({inner.procedure, "", lowerCase(name)}) !=
             0;
    }
  };

  Expr assigned(const std::string &name, const Expr &value, Association &a) {
    return assigned(name, value, a.callee.name, a.now);
  }

  static const Variable *declared(const Procedure &procedure,
                                  const std::string &name) {
    for (const Variable &variable : procedure.variables)
      if (variable.name == name)
        return &variable;
    return nullptr;
  }

  // An error at a place in the callee.
  static UserError calledHere(UserError error, const Association &a) {
    if (error.diagnostics().front().range.known())
      error.note("in " + a.inner.called + ", which is called here",
                 a.inner.call);
    return error;
  }

  // --- variables of hosts and modules
  void bindOuter(Association &a) {
    for (const auto &[name, outer] : a.callee.outer) {
      VariableIdentity identity = identityOf(program, a.inner.procedure, name);
      std::optional<Variable> own;
      if (const Variable *known = variables.find(identity)) {
        own = *known;
        if (outer.owner == OuterVariable::Owner::Module)
          variables.hideShared(own->name, hiddenOf(name, a).value);
      } else if (outer.owner == OuterVariable::Owner::Module)
        own = variables.import(hiddenOf(name, a), a.callee);
      else
        throw UserError("variable " + quoted(name) + " of the host of " +
                        quoted(a.callee.name) +
                        " is none that a kernel can have; pass what is needed "
                        "of it as an argument");
      setVariable(a.inner, name, *own);
      for (const HiddenVariable &hidden : a.callee.hidden)
        if (hidden.value.kind != HostValue::Kind::Variable &&
            equalButForCase(hidden.value.path.front(), name))
          a.inner.meanings[hidden.variable.name] = boundOf(hidden, *own);
    }
  }

  static const HiddenVariable &hiddenOf(const std::string &name,
                                        const Association &a) {
    for (const HiddenVariable &hidden : a.callee.hidden)
      if (hidden.variable.name == name)
        return hidden;
    throw InternalError("variable '" + name + "' of a module is not hidden");
  }

  static void setVariable(InlineScope &scope, const std::string &name,
                          const Variable &own) {
    if (own.isScalar())
      scope.meanings[name] = Expr::var(own.name, own.type);
    else
      scope.meanings[name] = wholeOf(own);
  }

  static Expr boundOf(const HiddenVariable &hidden, const Variable &own) {
    size_t axis = static_cast<size_t>(hidden.value.axis);
    return hidden.value.kind == HostValue::Kind::Extent
               ? own.declared.extents[axis]
               : own.declared.lowerBounds[axis];
  }

  // --- dummy arguments
  void bind(size_t k, bool arrays, Association &a) {
    const std::string &name = a.callee.dummies[k];
    const Variable *dummy = declared(a.callee, name);
    if (arrays != (dummy && !dummy->isScalar()))
      return;
    if (!isPresent(k, a)) {
      if (!holds(a.callee.optional, name))
        throw UserError("there is no argument for " + quoted(name) + " of " +
                        quoted(a.callee.name) + "; pass one");
      a.inner.meanings[name] = InlineScope::Absent{};
      a.inner.meanings[presenceName(name)] = Expr::logical(false);
      for (const HiddenVariable &hidden : a.callee.hidden)
        if (equalButForCase(hidden.value.path.front(), name))
          a.inner.meanings[hidden.variable.name] = InlineScope::Absent{};
      return;
    }
    a.inner.meanings[presenceName(name)] = Expr::logical(true);
    const Argument &actual = a.arguments[k];
    if (actual.obstacle)
      throw *actual.obstacle;
    if (const auto *procedure =
            std::get_if<Argument::ProcedureName>(&actual.value))
      a.inner.meanings[name] = meantBy(*procedure, a.now.scope);
    else if (!dummy)
      throw UserError("not supported: argument " + quoted(name) + " of " +
                      quoted(a.callee.name));
    else if (dummy->isScalar())
      a.inner.meanings[name] = scalarFor(*dummy, actual, a);
    else
      bindArray(*dummy, actual, a);
  }

  static Callee meantBy(const Argument::ProcedureName &procedure,
                        const InlineScope &scope) {
    const auto *meaning = scope.find(procedure.name);
    const auto *actual = meaning ? std::get_if<Callee>(meaning) : nullptr;
    return actual ? *actual : procedure.callee;
  }

  static bool isPresent(size_t k, const Association &a) {
    if (k >= a.arguments.size() ||
        std::holds_alternative<Argument::Absent>(a.arguments[k].value))
      return false;
    const auto *view = std::get_if<ArrayView>(&a.arguments[k].value);
    const auto *meaning =
        view ? a.now.scope.find(view->path.front().name) : nullptr;
    return !meaning || !std::holds_alternative<InlineScope::Absent>(*meaning);
  }

  static void requireType(const Variable &dummy, Type actual,
                          const Association &a) {
    if (dummy.type != actual)
      throw UserError("the argument for " + quoted(dummy.name) + " of " +
                      quoted(a.callee.name) + " is " + actual.fortran() +
                      ", but it is declared as " + dummy.type.fortran() +
                      "; pass what has its type");
  }

  Expr scalarFor(const Variable &dummy, const Argument &actual,
                 Association &a) {
    const bool isCopied = holds(a.callee.copied, dummy.name);
    Expr value;
    bool isVariable = false;
    if (const auto *view = std::get_if<ArrayView>(&actual.value)) {
      if (view->rank > 0)
        throw UserError("the argument for the scalar " + quoted(dummy.name) +
                        " of " + quoted(a.callee.name) +
                        " is an array; write a loop over its elements");
      value = elementOf(*view, a);
      isVariable = value.getIf<VarRef>() || value.getIf<ArrayRef>();
    } else {
      value = evaluated(std::get<Expr>(actual.value), a.now);
    }
    requireType(dummy, value.type(), a);
    if (isVariable && !isCopied)
      return value;
    if (a.assigns(dummy.name) && !isCopied)
      throw UserError(quoted(a.callee.name) + " assigns its argument " +
                      quoted(dummy.name) + ", for which this call passes " +
                      value.str() + "; pass a variable");
    bool isStable = isSimple(value) && !a.assigns(dummy.name) &&
                    !a.effects.anything &&
                    !intersect(namesIn(value), a.changed);
    return isStable ? value : assigned(dummy.name, value, a);
  }

  // Of what may stand wherever the dummy stands: it costs nothing to evaluate.
  static bool isSimple(const Expr &e) {
    bool result = true;
    walk(e, [&](const Expr &node) {
      result = result && !node.getIf<ArrayRef>() && !node.getIf<Call>() &&
               !node.getIf<Select>() &&
               (node.type().isInteger() || operands(node).empty());
      return result;
    });
    return result;
  }

  // A scalar designator. What its subscripts depend on may change while the
  // callee runs; the element stays the same.
  Expr elementOf(const ArrayView &view, Association &a) {
    InlineScope::Meaning meaning = designated(view, a);
    if (const Expr *scalar = std::get_if<Expr>(&meaning))
      return *scalar;
    return std::get<StridedView>(meaning).element({});
  }

  void fix(Expr &subscript, const char *name, Association &a) {
    if (a.effects.anything || intersect(namesIn(subscript), a.changed))
      subscript = assigned(name, subscript, a);
  }

  // The name of the variable in the scope: "s_q" of s%q.
  std::string variableNameOf(const ArrayView &view,
                             const InlineScope &scope) const {
    if (view.path.size() == 1)
      return view.path.front().name;
    HostValue value;
    for (const ArrayView::Part &part : view.path)
      value.path.push_back(part.name);
    const Variable *hidden =
        scope.caller ? nullptr : variables.findHidden(value);
    return hidden ? hidden->name : view.path.front().name;
  }

  // As the scope's procedure declares it, or who owns it.
  const Variable *variableAt(const std::string &name,
                             const InlineScope &scope) const {
    if (!scope.caller)
      return variables.find(name);
    if (procedureOf(scope).outer.count(name))
      return variables.find(identityOf(program, scope.procedure, name));
    return declared(procedureOf(scope), name);
  }

  // What the designator stands for: an array, an element of one, or a scalar.
  InlineScope::Meaning designated(const ArrayView &view, Association &a) {
    InlineScope &scope = a.now.scope;
    const std::string name = variableNameOf(view, scope);
    const Variable *found = variableAt(name, scope);
    bool isComponent = view.path.size() > 1;
    if (!found || (isComponent && name == view.path.front().name))
      throw UserError("not supported: argument " +
                      quoted(view.path.front().name));
    const Variable variable = *found; // more may be added
    if (variable.isScalar())
      return scope.translated(Expr::var(name, variable.type));
    const InlineScope::Meaning *meaning = scope.find(name);
    StridedView whole =
        meaning ? std::get<StridedView>(*meaning) : wholeOf(variable);
    const std::vector<Subscript> &subscripts = view.path.back().subscripts;
    if (subscripts.empty())
      return whole;
    const bool isOuter = procedureOf(scope).outer.count(name) != 0;
    std::vector<Range> ranges;
    for (size_t k = 0; k < subscripts.size(); ++k) {
      const Expr &lower = variable.declared.lowerBounds[k];
      ranges.push_back(rangeOf(subscripts[k],
                               isOuter ? lower : scope.translated(lower),
                               whole.dimensions[k], a));
    }
    return sectionOf(whole, ranges);
  }

  Range rangeOf(const Subscript &subscript, const Expr &lower,
                const StridedView::Dimension &along, Association &a) {
    auto zeroBased = [&](const Expr &e, const char *name) {
      Expr value = indexDifference(evaluated(e, a.now), lower);
      fix(value, name, a);
      return value;
    };
    switch (subscript.kind) {
    case Subscript::Kind::Element:
      return {zeroBased(subscript.index, "at"), {}, {}};
    case Subscript::Kind::Section: {
      Expr stride = evaluated(subscript.stride, a.now);
      auto constant = asInteger(stride);
      if (!constant)
        throw UserError("not supported: argument with a stride that is no "
                        "constant");
      Expr zero = Expr::integer(0);
      Expr end = along.extent ? indexDifference(along.extent, Expr::integer(1))
                              : Expr();
      Expr first = subscript.first ? zeroBased(subscript.first, "first")
                                   : (*constant > 0 ? zero : end);
      Expr last = subscript.last ? zeroBased(subscript.last, "last")
                                 : (*constant > 0 ? end : zero);
      return {first, stride, last};
    }
    case Subscript::Kind::Vector:
      break;
    }
    throw UserError("not supported: argument with a vector subscript; copy "
                    "these elements to an array");
  }

  void bindArray(const Variable &dummy, const Argument &actual,
                 Association &a) {
    const auto *view = std::get_if<ArrayView>(&actual.value);
    if (!view)
      throw UserError("the argument for the array " + quoted(dummy.name) +
                      " of " + quoted(a.callee.name) +
                      " is an expression; assign it to an array before");
    StridedView passed = viewFor(*view, a);
    requireType(dummy, passed.type, a);
    bool assumesShape = false;
    for (const HiddenVariable &hidden : a.callee.hidden) {
      if (hidden.value.kind != HostValue::Kind::Extent ||
          !equalButForCase(hidden.value.path.front(), dummy.name))
        continue;
      assumesShape = true;
      size_t axis = static_cast<size_t>(hidden.value.axis);
      if (axis < passed.dimensions.size() && passed.dimensions[axis].size)
        a.inner.meanings[hidden.variable.name] =
            Expr::cast(passed.dimensions[axis].size, hidden.variable.type);
    }
    requireStableBounds(dummy, a);
    if (assumesShape) {
      a.inner.meanings[dummy.name] = std::move(passed);
      return;
    }
    std::vector<Expr> extents;
    for (const Expr &extent : dummy.declared.extents)
      extents.push_back(boundFor(extent, a));
    auto result = reshaped(passed, extents);
    if (const auto *reason = std::get_if<std::string>(&result))
      throw UserError("where the elements of " + quoted(dummy.name) + " of " +
                      quoted(a.callee.name) + " are in " +
                      quoted(passed.variable) + " cannot be shown: " + *reason +
                      "; pass a section of its shape");
    a.inner.meanings[dummy.name] = std::get<StridedView>(std::move(result));
  }

  // Array arguments may begin at an element.
  StridedView viewFor(const ArrayView &view, Association &a) {
    InlineScope::Meaning meaning = designated(view, a);
    const auto *part = std::get_if<StridedView>(&meaning);
    if (!part)
      throw UserError("not supported: a scalar for an array argument of " +
                      quoted(a.callee.name));
    if (view.rank > 0)
      return *part;
    // Of its array, then, from there on.
    ArrayView whole = view;
    whole.path.back().subscripts.clear();
    StridedView all = std::get<StridedView>(designated(whole, a));
    std::vector<Expr> subscripts;
    for (const StridedView::Dimension &along : all.dimensions) {
      Expr offset =
          indexDifference(part->origin[along.axis], all.origin[along.axis]);
      if (asInteger(along.stride) != 1)
        offset = fold(Expr::binary(BinaryOp::Div, offset,
                                   Expr::cast(along.stride, offset.type()),
                                   offset.type()));
      subscripts.push_back(offset);
    }
    return sequenceFrom(all, subscripts);
  }

  // Bounds have the values that they had when the procedure was entered.
  void requireStableBounds(const Variable &array, const Association &a) const {
    std::set<std::string> names;
    for (const auto *bounds :
         {&array.declared.extents, &array.declared.lowerBounds})
      for (const Expr &bound : *bounds)
        names.merge(namesIn(bound));
    for (const std::string &name : names) {
      bool changes =
          a.assigns(name) || intersect(a.inner.targetsOf(name), a.changed);
      if (changes)
        throw calledHere(UserError("not supported: bounds of array " +
                                       quoted(array.name) + " with " +
                                       quoted(name) + ", which " +
                                       quoted(a.callee.name) + " assigns",
                                   array.range),
                         a);
    }
  }

  static Expr boundFor(const Expr &bound, const Association &a) {
    Expr result = bound ? fold(a.inner.translated(bound)) : bound;
    if (result && !absentIn(result).empty())
      throw UserError("a bound of an array of " + quoted(a.callee.name) +
                      " depends on the optional argument " +
                      quoted(absentIn(result)) +
                      ", which is absent in this "
                      "call");
    return result;
  }

  // --- the callee's own variables
  void addLocals(Association &a) {
    for (const Variable &variable : a.callee.variables) {
      if (!variable.isTemporary() || a.callee.outer.count(variable.name))
        continue;
      Variable own = variable;
      if (!own.isScalar())
        requireStableBounds(variable, a);
      for (Axis &axis : own.axes)
        axis.extent = boundFor(axis.extent, a);
      for (Expr &extent : own.declared.extents)
        extent = boundFor(extent, a);
      for (Expr &lower : own.declared.lowerBounds)
        lower = boundFor(lower, a);
      setVariable(a.inner, variable.name,
                  variables.addLocal(std::move(own), a.callee.name));
    }
  }

  const Program &program;
  CallEffects &effects;
  CallerVariables variables;
  InlineScope top;
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
  std::vector<std::pair<size_t, Procedure>> expanded;
  for (size_t p = 0; p < program.procedures.size(); ++p)
    if (program.procedures[p].isKernel() &&
        callsAnything(program.procedures[p].body))
      expanded.emplace_back(p, Expansion(program, effects, p).run());
  for (auto &[p, procedure] : expanded)
    program.procedures[p] = std::move(procedure);
  return program;
}
