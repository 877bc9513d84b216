// Reductions by operations that the script defines:
//
//   y[i] = 2*f(k, a[i, k])       acc = neutral
//     ->                         for k
//                                  value = a[i, k]
//                                  acc = combined(acc, value)
//                                end
//                                y[i] = 2*acc
//
//   m, s = f(k, x[k], w[k])      the same with two of each, where all are
//                                combined before the first is assigned
//
// Iterations come in ascending order (Part). Marks (ReductionMark.h) say what
// each instruction is, so that the loop may become a parallel reduction where
// the script says that this makes no difference.
#include "Expansion.h"
#include "SegmentedReductions.h"

#include "loopyc/IR/ReductionMark.h"
#include "loopyc/Support/CloseMatches.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

std::string ReductionOperation::leftOperand(size_t k) {
  return "left_" + std::to_string(k);
}

std::string ReductionOperation::rightOperand(size_t k) {
  return "right_" + std::to_string(k);
}

namespace {

class FoldExpander : private Expansion {
public:
  explicit FoldExpander(Building &building) : Expansion(building) {}

  void run() {
    for (RuleText &rule : building.written.rules) {
      rule.value = marked(rule.value, *rule.text);
      requireNone(rule.value, *rule.text, "a substitution rule");
    }
    for (StatementText &statement : building.written.statements)
      mark(statement);
    Expansion::run();
  }

private:
  using Operation = ReductionOperation;

  // --- which calls are reductions

  // f(k, x), where f is an operation.
  NodePtr marked(const NodePtr &node, const Text &text) {
    NodeList list;
    for (const NodePtr &operand : operands(*node))
      list.push_back(marked(operand, text));
    NodePtr result = list.empty() ? node : withOperands(node, list);
    const auto *call = result->getIf<CallNode>();
    if (!call || !building.source.reductions.count(call->function))
      return result;
    const auto *iname = call->arguments.empty()
                            ? nullptr
                            : call->arguments[0]->getIf<NameNode>();
    if (!iname || !isDomainName(iname->name))
      text.fail("an iname to reduce over, or several in brackets, and a comma "
                "were expected behind '" +
                    call->function + "('; inames are those of the domains",
                node->span);
    return std::make_shared<const Node>(
        Node{FoldNode{call->function,
                      {iname->name},
                      {call->arguments.begin() + 1, call->arguments.end()}},
             node->span});
  }

  bool isDomainName(const std::string &name) const {
    return std::any_of(building.domains.begin(), building.domains.end(),
                       [&](const Domain &domain) {
                         poly::Names dims = domain.set.dims();
                         return std::find(dims.begin(), dims.end(), name) !=
                                dims.end();
                       });
  }

  void mark(StatementText &statement) {
    const Text &text = *statement.text;
    if (auto *a = std::get_if<AssignmentText>(&statement.value)) {
      a->value = marked(a->value, text);
      for (NodePtr &assignee : a->assignees) {
        assignee = marked(assignee, text);
        requireNone(assignee, text, "a subscript of what is assigned to");
      }
    }
    for (NodeList *list : {&statement.attributes.predicates,
                           &statement.attributes.blockConditions})
      for (NodePtr &condition : *list) {
        condition = marked(condition, text);
        requireNone(condition, text, "a condition");
      }
  }

  static void requireNone(const NodePtr &node, const Text &text,
                          const std::string &where) {
    walk(node, [&](const Node &each) {
      if (const auto *fold = each.getIf<FoldNode>())
        text.fail("the reduction '" + fold->op + "' stands in " + where +
                      "; assign it to a temporary, and write that there",
                  each.span);
      return true;
    });
  }

  const Operation &operationOf(const FoldNode &fold, Span where) const {
    const Operation *operation = operationNamed(fold.op, where);
    if (fold.values.size() != operation->neutral.size())
      all[at].text->fail("'" + fold.op + "' reduces " +
                             std::to_string(operation->neutral.size()) +
                             " values at once, not " +
                             std::to_string(fold.values.size()),
                         where);
    return *operation;
  }

  const Operation *operationNamed(const std::string &name, Span where) const {
    const auto &known = building.source.reductions;
    auto it = known.find(name);
    if (const Operation *builtIn = builtInOperation(name))
      return builtIn;
    if (it == known.end()) {
      std::vector<std::string> operations = {"sum", "product", "min", "max",
                                             "any", "all"};
      for (const auto &[name, operation] : known)
        operations.push_back(name);
      all[at].text->fail(
          "'" + name +
              "' is no operation of reductions; these are sum, product, min, "
              "max, any and all, and those that lp.register_reduction makes "
              "known" +
              suggestion(name, operations),
          where);
    }
    return it->second.get();
  }

  // --- one instruction

  struct Found {
    FoldNode fold;
    const Operation *operation;
    Renaming loops;
    std::vector<std::string> results; // temporaries
  };

  void expand() override {
    const StatementText &statement = all[at];
    const auto *a = std::get_if<AssignmentText>(&statement.value);
    if (!a || !hasFold(a->value))
      return keep();
    begin(statement);
    std::vector<Found> folds;
    NodePtr value = replaced(*a, a->value, folds);
    for (const Found &found : folds)
      addNeutral(found);
    for (const Found &found : folds)
      addLoop(found);
    addResults(*a, value, folds.front());
  }

  static bool hasFold(const NodePtr &node) {
    bool found = false;
    walk(node, [&](const Node &each) {
      found = found || each.getIf<FoldNode>();
      return !found;
    });
    return found;
  }

  // With the temporaries of results where reductions stood.
  NodePtr replaced(const AssignmentText &a, const NodePtr &node,
                   std::vector<Found> &folds) {
    const auto *fold = node->getIf<FoldNode>();
    if (!fold) {
      NodeList list;
      for (const NodePtr &operand : operands(*node))
        list.push_back(replaced(a, operand, folds));
      return list.empty() ? node : withOperands(node, list);
    }
    const Operation &operation = operationOf(*fold, node->span);
    for (const NodePtr &value : fold->values)
      if (hasFold(value))
        all[at].text->fail("the reduction '" + fold->op +
                               "' has another of its kind inside; assign that "
                               "to a temporary first",
                           node->span);
    size_t results = node == a.value ? a.assignees.size() : 1;
    if (results != fold->values.size())
      all[at].text->fail("'" + fold->op + "' has " +
                             std::to_string(fold->values.size()) +
                             " results; write 'a, b = " + fold->op +
                             "(...)' with as many names",
                         node->span);
    Found found{*fold, &operation, loopsOf(*fold, a.value), {}};
    for (size_t k = 0; k < results; ++k)
      found.results.push_back(temporary("acc"));
    folds.push_back(std::move(found));
    return name(folds.back().results.front());
  }

  // What a reduction of the language is over is a loop of its own.
  Renaming loopsOf(const FoldNode &fold, const NodePtr &value) {
    bool isShared = false;
    walk(value, [&](const Node &each) {
      const auto *other = each.getIf<ReductionNode>();
      for (const std::string &iname : fold.inames)
        isShared = isShared ||
                   (other && std::count(other->inames.begin(),
                                        other->inames.end(), iname) > 0);
      return true;
    });
    if (!isShared)
      return takeLoops(fold.inames);
    Renaming loops = copied(fold.inames);
    for (const auto &[iname, copy] : loops)
      part.loops.insert(copy);
    return loops;
  }

  NodePtr literalOf(const Expr &e) const {
    if (const auto *n = e.getIf<IntLit>())
      return node(IntegerNode{n->value, e.type().isUnsigned() && n->value < 0});
    if (const auto *n = e.getIf<LogicalLit>())
      return node(TruthNode{n->value});
    return node(RealNode{e.getIf<RealLit>()->value, std::nullopt});
  }

  Attributes &addPart(const std::string &to, NodePtr value, bool isNew) {
    Attributes &attributes = isNew ? addTemporary(to, std::move(value))
                                   : addUpdate(to, std::move(value));
    attributes.atomic = false;
    return attributes;
  }

  void addNeutral(const Found &found) {
    for (size_t k = 0; k < found.results.size(); ++k) {
      Attributes &attributes = addPart(
          found.results[k], literalOf(found.operation->neutral[k]), true);
      withoutConditions(attributes);
      mark(attributes, found, ReductionMark::Neutral, k);
    }
  }

  static void mark(Attributes &attributes, const Found &found,
                   ReductionMark::Role role, size_t result) {
    attributes.tags.push_back(spelled(
        {found.results.front(), found.fold.op, found.operation->isAssociative,
         found.operation->isCommutative, role, result}));
  }

  void addLoop(const Found &found) {
    auto addInLoop = [&](const std::string &to, NodePtr value, bool isNew,
                         ReductionMark::Role role, size_t result) {
      Attributes &attributes = addPart(to, std::move(value), isNew);
      inLoops(attributes, found.fold.inames, found.loops);
      mark(attributes, found, role, result);
    };
    std::map<std::string, NodePtr> operands;
    for (size_t k = 0; k < found.results.size(); ++k) {
      std::string value = temporary("value");
      addInLoop(value, renamed(found.fold.values[k], found.loops), true,
                ReductionMark::Value, k);
      operands[Operation::leftOperand(k)] = name(found.results[k]);
      operands[Operation::rightOperand(k)] = name(value);
    }
    std::vector<std::string> combined;
    for (const std::string &text : found.operation->combined) {
      combined.push_back(found.results.size() == 1 ? found.results.front()
                                                   : temporary("next"));
      addInLoop(combined.back(), combination(found.fold, text, operands),
                combined.back() != found.results.front(),
                ReductionMark::Combine, combined.size() - 1);
    }
    if (combined.size() > 1)
      for (size_t k = 0; k < combined.size(); ++k)
        addInLoop(found.results[k], name(combined[k]), false,
                  ReductionMark::Keep, k);
  }

  NodePtr combination(const FoldNode &fold, const std::string &text,
                      const std::map<std::string, NodePtr> &operands) const {
    SourcePart part;
    part.text = text;
    try {
      return withOperandsOf(
          readExpression(Text(part), [](const std::string &) { return false; }),
          operands);
    } catch (UserError &error) {
      throw UserError("the operation '" + fold.op + "', which combines to '" +
                          text + "': " + error.what(),
                      all[at].text->range(span));
    }
  }

  NodePtr withOperandsOf(const NodePtr &old,
                         const std::map<std::string, NodePtr> &by) const {
    if (const auto *name = old->getIf<NameNode>())
      if (auto it = by.find(name->name); it != by.end())
        return it->second;
    NodeList list;
    for (const NodePtr &operand : operands(*old))
      list.push_back(withOperandsOf(operand, by));
    return placedAt(list.empty() ? old : language::withOperands(old, list),
                    span);
  }

  // The instruction itself comes last, so that who depends on it depends on
  // all of it.
  void addResults(const AssignmentText &a, NodePtr first, const Found &found) {
    for (size_t k = 1; k < a.assignees.size(); ++k)
      add(ids.fresh(id + "_result"),
          {{a.temporaries[k]}, {a.assignees[k]}, name(found.results[k])});
    add(id, {{a.temporaries[0]}, {a.assignees[0]}, std::move(first)});
  }
};

} // namespace

void language::expandUserReductions(Building &building) {
  FoldExpander(building).run();
}
