#include "OptionalArguments.h"

#include "StatementExprs.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

using NameSet = std::set<std::string>;

NameSet both(NameSet a, const NameSet &b) {
  a.insert(b.begin(), b.end());
  return a;
}

// Values of optional arguments that an expression reads.
struct Mentions {
  NameSet bare;    // wherever it is evaluated
  NameSet guarded; // behind a question in the expression itself
};

class PresencePass {
public:
  explicit PresencePass(Procedure &procedure) : procedure(procedure) {
    for (const std::string &name : procedure.optional)
      optional.insert(name);
  }

  void run() {
    guard(procedure.body, {});
    addArguments();
    replace(procedure.body);
  }

private:
  // --- what is there
  static Expr presence(const std::string &name) {
    return Expr::var(presenceName(name), Type::logical(4));
  }

  static Expr presenceOfAll(const NameSet &names) {
    Expr all;
    for (const std::string &name : names)
      all = all ? Expr::binary(BinaryOp::And, all, presence(name))
                : presence(name);
    return all;
  }

  // What must be there for the condition to have the value.
  NameSet implied(const Expr &condition, bool value) const {
    if (const VarRef *var = condition.getIf<VarRef>()) {
      for (const std::string &name : optional)
        if (value && var->name == presenceName(name))
          return {name};
    } else if (const Cast *cast = condition.getIf<Cast>()) {
      return implied(cast->a, value);
    } else if (const Unary *unary = condition.getIf<Unary>()) {
      if (unary->op == UnaryOp::Not)
        return implied(unary->a, !value);
    } else if (const Binary *node = condition.getIf<Binary>()) {
      if (node->op == (value ? BinaryOp::And : BinaryOp::Or))
        return both(implied(node->a, value), implied(node->b, value));
    }
    return {};
  }

  // `asked`: what the expression has asked for around `e`.
  void look(const Expr &e, const NameSet &known, const NameSet &asked,
            Mentions &found) const {
    const VarRef *var = e.getIf<VarRef>();
    const ArrayRef *array = e.getIf<ArrayRef>();
    if (var || array) {
      const std::string &name = var ? var->name : array->name;
      if (optional.count(name) && !known.count(name))
        (asked.count(name) ? found.guarded : found.bare).insert(name);
    }
    if (const Select *select = e.getIf<Select>()) {
      look(select->condition, known, asked, found);
      look(select->ifTrue, known,
           both(asked, implied(select->condition, true)), found);
      look(select->ifFalse, known,
           both(asked, implied(select->condition, false)), found);
      return;
    }
    const Binary *node = e.getIf<Binary>();
    if (node && (node->op == BinaryOp::And || node->op == BinaryOp::Or)) {
      look(node->a, known, asked, found);
      look(node->b, known,
           both(asked, implied(node->a, node->op == BinaryOp::And)), found);
      return;
    }
    for (const Expr &part : operands(e))
      look(part, known, asked, found);
  }

  Mentions mentionsIn(const Expr &e, const NameSet &known) const {
    Mentions found;
    if (e)
      look(e, known, {}, found);
    return found;
  }

  // --- conditions around what mentions them
  void guard(Block &block, const NameSet &known) {
    for (Statement &statement : block)
      guard(statement, known);
  }

  void guard(Statement &statement, const NameSet &known) {
    if (std::holds_alternative<IfStatement>(statement.value))
      return guardConditional(statement, known);
    Mentions found;
    forEachOwnExpr(
        statement,
        [&](const Expr &e) {
          Mentions here = mentionsIn(e, known);
          found.bare.merge(here.bare);
          found.guarded.merge(here.guarded);
        },
        [](const ArrayView &) {});
    refuseGuarded(found, statement);
    forEachBlock(statement, [&](Block &inner) {
      guard(inner, both(known, found.bare));
    });
    wrap(statement, found.bare);
  }

  // In a prefetch, say, nothing would ask.
  static void refuseGuarded(const Mentions &found, Statement &statement) {
    for (const std::string &name : found.guarded)
      statement.facts.obstacles.push_back(UserError(
          "not supported: optional dummy argument '" + name +
              "' in an expression that asks whether it is present; write an "
              "if construct around it",
          statement.range));
  }

  // if (b is present) statement
  static void wrap(Statement &statement, const NameSet &names) {
    if (names.empty())
      return;
    Statement inner = std::move(statement);
    Branch branch;
    branch.condition = presenceOfAll(names);
    branch.range = inner.range;
    Statement outer;
    outer.range = inner.range;
    outer.line = inner.line;
    outer.callLines = inner.callLines;
    branch.body.push_back(std::move(inner));
    IfStatement conditional;
    conditional.branches.push_back(std::move(branch));
    outer.value = std::move(conditional);
    statement = std::move(outer);
  }

  void guardConditional(Statement &statement, const NameSet &known) {
    std::vector<Branch> &branches =
        std::get<IfStatement>(statement.value).branches;
    NameSet here = known;
    for (size_t b = 0; b < branches.size(); ++b) {
      Mentions found = mentionsIn(branches[b].condition, here);
      if (!found.bare.empty() && b == 0) {
        guardConditional(statement, both(known, found.bare));
        return wrap(statement, found.bare);
      }
      if (!found.bare.empty())
        moveIntoElse(statement, b);
      else if (!found.guarded.empty() && !split(branches, b, here))
        refuseGuarded(found, statement);
      Branch &branch = branches[b];
      if (!branch.condition) {
        guard(branch.body, here);
        continue;
      }
      guard(branch.body, both(here, implied(branch.condition, true)));
      here = both(here, implied(branch.condition, false));
    }
  }

  // The branches from number `b` on become a conditional in the `else` of
  // those in front of them.
  static void moveIntoElse(Statement &statement, size_t b) {
    std::vector<Branch> &branches =
        std::get<IfStatement>(statement.value).branches;
    const auto from = branches.begin() + static_cast<std::ptrdiff_t>(b);
    IfStatement rest;
    rest.branches.assign(std::make_move_iterator(from),
                         std::make_move_iterator(branches.end()));
    branches.erase(from, branches.end());
    Branch otherwise;
    otherwise.isElse = true;
    otherwise.range = rest.branches.front().range;
    Statement inner;
    inner.range = otherwise.range;
    inner.line = statement.line;
    inner.callLines = statement.callLines;
    inner.value = std::move(rest);
    otherwise.body.push_back(std::move(inner));
    branches.push_back(std::move(otherwise));
  }

  // The last branch, "present(b) .and. b(i) > 0", as two conditions, the one
  // inside the other. False where it is none of these.
  bool split(std::vector<Branch> &branches, size_t b, const NameSet &known) {
    if (b + 1 != branches.size())
      return false;
    Branch &branch = branches[b];
    std::vector<Expr> parts = conjuncts(branch.condition);
    auto mentions = [&](const Expr &part) {
      return !mentionsIn(part, known).bare.empty();
    };
    const auto first = std::find_if(parts.begin(), parts.end(), mentions);
    if (first == parts.begin() || first == parts.end())
      return false;
    Branch inner;
    inner.condition = conjunction({first, parts.end()});
    inner.range = branch.range;
    inner.body = std::move(branch.body);
    branch.condition = conjunction({parts.begin(), first});
    branch.body.clear();
    Statement nested;
    nested.range = branch.range;
    IfStatement conditional;
    conditional.branches.push_back(std::move(inner));
    nested.value = std::move(conditional);
    branch.body.push_back(std::move(nested));
    return true;
  }

  static std::vector<Expr> conjuncts(const Expr &condition) {
    const Binary *node = condition.getIf<Binary>();
    if (!node || node->op != BinaryOp::And)
      return {condition};
    std::vector<Expr> result = conjuncts(node->a);
    for (Expr &part : conjuncts(node->b))
      result.push_back(std::move(part));
    return result;
  }

  static Expr conjunction(const std::vector<Expr> &parts) {
    Expr all = parts.front();
    for (size_t k = 1; k < parts.size(); ++k)
      all = Expr::binary(BinaryOp::And, all, parts[k]);
    return all;
  }

  // --- arguments
  void addArguments() {
    auto at =
        std::find_if(procedure.variables.begin(), procedure.variables.end(),
                     [](const Variable &v) { return !v.isArgument(); });
    for (const std::string &name : procedure.optional) {
      HiddenVariable hidden;
      hidden.value.path = {name};
      hidden.value.kind = HostValue::Kind::IsPresent;
      hidden.value.presence = HostValue::Presence::Optional;
      hidden.variable.name = freshName(name + "_present");
      hidden.variable.type = Type::integer(4);
      hidden.variable.kind = VariableKind::ValueArg;
      hidden.variable.intent = Intent::In;
      for (const Variable &variable : procedure.variables)
        if (variable.name == name)
          hidden.variable.range = variable.range;
      arguments[presenceName(name)] = Expr::binary(
          BinaryOp::Gt, Expr::var(hidden.variable.name, hidden.variable.type),
          Expr::integer(0, hidden.variable.type));
      procedure.declaredNames.push_back(lowerCase(hidden.variable.name));
      at = std::next(procedure.variables.insert(at, hidden.variable));
      procedure.hidden.push_back(std::move(hidden));
    }
  }

  std::string freshName(const std::string &wanted) const {
    FreshNames names(FreshNames::Case::Ignored);
    for (const std::string &name : procedure.declaredNames)
      names.take(name);
    for (const Variable &variable : procedure.variables)
      names.take(variable.name);
    return names.lengthened(wanted);
  }

  Expr replaced(const Expr &e) const {
    return rewrite(e, [&](const Expr &node) {
      const VarRef *var = node.getIf<VarRef>();
      auto found = var ? arguments.find(var->name) : arguments.end();
      return found == arguments.end() ? node : found->second;
    });
  }

  void replace(Block &block) const {
    for (Statement &statement : block) {
      forEachOwnExpr(
          statement,
          [&](Expr &e) {
            if (e)
              e = replaced(e);
          },
          [](ArrayView &) {});
      forEachBlock(statement, [&](Block &inner) { replace(inner); });
    }
  }

  Procedure &procedure;
  NameSet optional;
  std::map<std::string, Expr> arguments; // by the names of the questions
};

} // namespace

Program frontend::passPresence(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isRegion() && !procedure.optional.empty())
      PresencePass(procedure).run();
  return program;
}
