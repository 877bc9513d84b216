// Expressions of the kernel with the types that are given so far; what follows
// from these is found next (Types.h).
#include "Builder.h"

#include "Arithmetic.h"
#include "Calls.h"
#include "OpenAtomics.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/IR/PartMark.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <functional>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class ExpressionBuilder {
private:
  // What does not fit has the place of the node.
  template <typename Work> auto at(const NodePtr &node, const Work &work) {
    try {
      return work();
    } catch (UserError &error) {
      throw error.locate(text->range(node->span));
    }
  }

public:
  ExpressionBuilder(const Building &building, const Kernel &kernel)
      : building(building), kernel(kernel) {
    for (const RuleText &rule : building.written.rules)
      rules.emplace(rule.name.text, &rule);
  }

  SubstitutionRule rule(const RuleText &written) {
    text = written.text.get();
    parameters.clear();
    SubstitutionRule rule;
    rule.name = written.name.text;
    for (const Word &parameter : written.parameters) {
      rule.parameters.push_back(parameter.text);
      parameters.insert(parameter.text);
    }
    Value value = build(written.value);
    // Its type is that of what it meets.
    rule.value =
        assignable(value, value.flexible ? openType() : value.e.type());
    rule.range = written.text->range(written.span);
    parameters.clear();
    return rule;
  }

  InstructionPtr instruction(const Statement &statement) {
    const StatementText &written = *statement.text;
    text = written.text.get();
    auto insn = std::make_shared<Instruction>();
    insn->id = statement.id;
    insn->range = text->range(written.span);
    insn->inames.assign(statement.inames.begin(), statement.inames.end());
    insn->tags.insert(written.attributes.tags.begin(),
                      written.attributes.tags.end());
    if (written.part)
      insn->tags.insert(
          spelled(PartMark{written.part->of, written.part->loops}));
    for (const NodePtr &predicate : written.attributes.predicates)
      insn->predicates.push_back(
          at(predicate, [&] { return condition(build(predicate)); }));
    insn->body = match(
        written.value,
        [&](const AssignmentText &a) { return assignment(a, written); },
        [](const BarrierText &b) -> InstructionBody {
          return BarrierBody{b.global ? BarrierScope::Global
                                      : BarrierScope::Local};
        },
        [](const NoOpText &) -> InstructionBody { return NoOp(); });
    if (written.attributes.atomic && !insn->update())
      insn->tags.insert(openAtomic);
    return insn;
  }

private:
  // A call that is left calls what is no kernel.
  void requireNoView(const AssignmentText &a) {
    NodeList nodes = a.assignees;
    const auto *call = a.value->getIf<CallNode>();
    if (call)
      nodes.insert(nodes.end(), call->arguments.begin(), call->arguments.end());
    for (const NodePtr &node : nodes)
      if (call && node->getIf<ViewNode>())
        text->fail(
            "'" + call->function +
                "' is no kernel that can be called with views of arrays; "
                "make it with lp.make_function(..., name=\"" +
                call->function + "\") and join both by lp.merge",
            a.value->span);
  }

  InstructionBody assignment(const AssignmentText &a,
                             const StatementText &written) {
    requireNoView(a);
    if (a.assignees.size() != 1)
      text->fail(severalResultsText, written.span);
    Expr assignee = build(a.assignees.front()).e;
    Expr value = at(
        a.value, [&] { return assignable(build(a.value), assignee.type()); });
    InstructionBody body = assign(assignee, value);
    if (!written.attributes.atomic)
      return body;
    auto *update = std::get_if<Update>(&body);
    if (!update && !isOpen(assignee.type()) && hasOpenOperand(value))
      return body; // see OpenAtomics.h
    if (!update)
      text->fail("what is atomic is an update of one operation, x = x + ..., "
                 "and this is none",
                 written.span);
    update->atomic = true;
    return body;
  }

  static bool hasOpenOperand(const Expr &value) {
    bool found = false;
    walk(value, [&](const Expr &e) {
      found = found || isOpen(e.type());
      return !found;
    });
    return found;
  }

  Value build(const NodePtr &node) {
    return at(node, [&] { return buildNode(*node); });
  }

  std::vector<Value> buildAll(const NodeList &nodes) {
    std::vector<Value> values;
    for (const NodePtr &node : nodes)
      values.push_back(build(node));
    return values;
  }

  Value buildNode(const Node &node) {
    return match(
        node.value,
        [](const IntegerNode &n) {
          return n.isLarge ? fixed(Expr::integer(n.value, Type::natural(8)))
                           : literal(n.value);
        },
        [](const RealNode &n) {
          return n.type ? fixed(Expr::real(n.value, *n.type))
                        : literal(n.value);
        },
        [](const ImaginaryNode &n) {
          return Value{Expr::complex(0, n.value, Type::complex(16)), true, {}};
        },
        [](const TruthNode &n) { return fixed(Expr::logical(n.value)); },
        [&](const NameNode &n) { return name(n, node); },
        [&](const SubscriptNode &n) { return element(n); },
        [&](const CallNode &n) { return call(n, node); },
        [&](const PrefixNode &n) { return prefix(n); },
        [&](const InfixNode &n) {
          Value a = build(n.a);
          return combine(n.op, a, build(n.b));
        },
        [&](const ChoiceNode &n) {
          Value c = build(n.condition), a = build(n.ifTrue);
          return choose(c, a, build(n.ifFalse));
        },
        [&](const CastNode &n) { return castTo(build(n.a), n.type); },
        [&](const ReductionNode &n) {
          return reductionOver(n.op, n.inames, build(n.value));
        },
        [](const ArgExtremumNode &n) -> Value {
          const std::string name = n.isMax ? "argmax" : "argmin";
          throw UserError("'" + name +
                          "' has two results, a value and its place; write an "
                          "instruction 'value, place = " +
                          name + "(...)' for it");
        },
        [](const FoldNode &n) -> Value {
          throw InternalError("the reduction '" + n.op + "' is left");
        },
        [](const ViewNode &) { return refuseView(); },
        [](const SliceNode &) { return refuseView(); });
  }

  static Value refuseView() {
    throw UserError("a view of an array stands where a kernel is called, and "
                    "nowhere else");
  }

  Value prefix(const PrefixNode &n) {
    Value a = build(n.a);
    switch (n.op) {
    case Prefix::Plus:
      return a;
    case Prefix::Minus:
      return negate(a);
    case Prefix::Not:
      return fixed(Expr::unary(UnaryOp::Not, condition(a)));
    case Prefix::BitNot:
      return bitNot(a);
    }
    return a;
  }

  Value name(const NameNode &n, const Node &node) {
    if (parameters.count(n.name))
      return fixed(Expr::var(n.name, openType()));
    if (building.isIname(n.name))
      return fixed(Expr::var(n.name, Type::integer(4)));
    if (rules.count(n.name))
      return ruleCall(n.name, {}, node);
    return fixed(Expr::var(n.name, typeOf(n.name)));
  }

  Type typeOf(const std::string &name) const {
    return kernel.findVariable(name)->type;
  }

  Value element(const SubscriptNode &n) {
    std::vector<Expr> subscripts;
    for (const NodePtr &subscript : n.subscripts)
      subscripts.push_back(
          fold(at(subscript, [&] { return integerOf(build(subscript)); })));
    if (Expr offset = offsetOf(building.symbols.at(n.array), building))
      subscripts[0] = fold(subscripts[0] + offset);
    if (subscripts.empty()) // a[] is a scalar
      return fixed(Expr::var(n.array, typeOf(n.array)));
    return fixed(Expr::array(n.array, std::move(subscripts), typeOf(n.array)));
  }

  Value call(const CallNode &n, const Node &node) {
    if (rules.count(n.function))
      return ruleCall(n.function, n.arguments, node);
    if (ExternalFunctionPtr function = findExternal(building, n.function))
      return externalCall(function, buildAll(n.arguments));
    std::vector<std::string> others;
    for (const auto &[rule, text] : rules)
      others.push_back(rule);
    for (const auto &[name, function] : building.source.externals)
      others.push_back(name);
    return callOf(n.function, buildAll(n.arguments), others);
  }

  Value ruleCall(const std::string &name, const NodeList &given,
                 const Node &node) {
    size_t wanted = rules.at(name)->parameters.size();
    if (given.size() != wanted)
      text->fail("rule '" + name + "' has " + std::to_string(wanted) +
                     " parameters, and here " + std::to_string(given.size()) +
                     " values",
                 node.span);
    std::vector<Expr> arguments;
    for (const Value &value : buildAll(given))
      arguments.push_back(value.flexible ? assignable(value, openType())
                                         : value.e);
    return fixed(Expr::rule(name, std::move(arguments), openType()));
  }

  const Building &building;
  const Kernel &kernel;
  std::map<std::string, const RuleText *> rules;
  std::set<std::string> parameters; // of the rule around
  const Text *text = nullptr;
};

// --- ids

void giveIds(Building &building) {
  FreshNames ids;
  for (Statement &statement : building.statements) {
    const auto &id = statement.text->attributes.id;
    if (!id)
      continue;
    if (!ids.take(id->text))
      statement.text->text->fail(
          "two instructions have the id '" + id->text + "'", id->span);
    statement.id = id->text;
  }
  for (Statement &statement : building.statements)
    if (statement.id.empty()) {
      const auto &prefix = statement.text->attributes.idPrefix;
      statement.id = ids.fresh(prefix ? prefix->text : "insn");
    }
}

// --- what statements mention

// Of a view, with the inames that it binds.
void visitSubscripts(const Node &assignee,
                     const std::function<void(const NodePtr &)> &visit) {
  const auto *view = assignee.getIf<ViewNode>();
  for (const NodePtr &subscript : operands(view ? *view->element : assignee))
    visit(view ? std::make_shared<const Node>(
                     Node{ViewNode{view->inames, subscript}, subscript->span})
               : subscript);
}

void forEachNode(const StatementText &statement,
                 const std::function<void(const NodePtr &)> &visit) {
  if (const auto *a = std::get_if<AssignmentText>(&statement.value)) {
    visit(a->value);
    for (const NodePtr &assignee : a->assignees)
      visitSubscripts(*assignee, visit);
  }
  for (const NodePtr &predicate : statement.attributes.predicates)
    visit(predicate);
}

class Mentions {
public:
  explicit Mentions(const Building &building) : building(building) {
    for (const RuleText &rule : building.written.rules)
      rules.emplace(rule.name.text, &rule);
  }

  // A rule that stands for itself has no value.
  void requireFinite() {
    for (const auto &[name, rule] : rules) {
      expanding.insert(name);
      inCycle = false;
      add(rule->value);
      if (inCycle)
        rule->text->fail("rule '" + name + "' uses itself", rule->span);
      expanding.erase(name);
    }
  }

  void add(const NodePtr &node) {
    walk(node, [&](const Node &each) {
      if (const auto *name = each.getIf<NameNode>())
        addName(name->name);
      if (const auto *element = each.getIf<SubscriptNode>())
        names.insert(element->array);
      if (const auto *call = each.getIf<CallNode>())
        addName(call->function);
      if (each.getIf<ReductionNode>() || each.getIf<ViewNode>()) {
        addBinding(each);
        return false;
      }
      return true;
    });
  }

  std::set<std::string> names;
  std::set<std::string> reduced; // inames

private:
  // It binds its inames.
  void addBinding(const Node &node) {
    Mentions inside(building);
    inside.expanding = expanding;
    inside.add(operands(node).front());
    inCycle = inCycle || inside.inCycle;
    std::vector<std::string> bound = boundInames(node);
    reduced.insert(bound.begin(), bound.end());
    reduced.insert(inside.reduced.begin(), inside.reduced.end());
    for (const std::string &iname : bound)
      inside.names.erase(iname);
    names.insert(inside.names.begin(), inside.names.end());
  }

  void addName(const std::string &name) {
    names.insert(name);
    auto rule = rules.find(name);
    if (rule == rules.end())
      return;
    if (!expanding.insert(name).second) {
      inCycle = true;
      return;
    }
    add(rule->second->value);
    expanding.erase(name);
  }

  const Building &building;
  std::map<std::string, const RuleText *> rules;
  std::set<std::string> expanding;
  bool inCycle = false;
};

Mentions mentionsOf(const Building &building, const StatementText &statement) {
  Mentions mentions(building);
  forEachNode(statement, [&](const NodePtr &node) { mentions.add(node); });
  return mentions;
}

} // namespace

void language::addInstructions(Building &building, Kernel &kernel) {
  ExpressionBuilder builder(building, kernel);
  for (const RuleText &rule : building.written.rules)
    kernel.rules.push_back(builder.rule(rule));
  for (const Statement &statement : building.statements)
    kernel.instructions.push_back(builder.instruction(statement));
}

void language::nameStatements(Building &building) {
  Mentions(building).requireFinite();
  for (const StatementText &text : building.written.statements) {
    Statement statement;
    statement.text = &text;
    building.statements.push_back(std::move(statement));
  }
  giveIds(building);
}

std::set<std::string> language::readNames(const Building &building,
                                          const StatementText &statement) {
  std::set<std::string> result;
  for (const std::string &name : mentionsOf(building, statement).names)
    if (auto it = building.symbols.find(name);
        it != building.symbols.end() && it->second.kind == Symbol::Variable)
      result.insert(name);
  return result;
}

std::set<std::string>
language::mentionedInames(const Building &building,
                          const StatementText &statement) {
  std::set<std::string> result;
  for (const std::string &name : mentionsOf(building, statement).names)
    if (building.isIname(name))
      result.insert(name);
  return result;
}

BoundNames::BoundNames(const Building &building) : building(building) {
  for (const Domain &domain : building.domains) {
    std::set<std::string> bounds;
    for (const std::string &name : domain.set.params())
      if (!building.isIname(name))
        bounds.insert(name);
    for (const std::string &iname : domain.set.dims())
      ofIname[iname].insert(bounds.begin(), bounds.end());
  }
}

std::set<std::string> BoundNames::of(const Statement &statement) const {
  std::set<std::string> inames = mentionsOf(building, *statement.text).reduced;
  inames.insert(statement.inames.begin(), statement.inames.end());
  std::set<std::string> result;
  for (const std::string &iname : inames)
    if (auto bounds = ofIname.find(iname); bounds != ofIname.end())
      result.insert(bounds->second.begin(), bounds->second.end());
  return result;
}
