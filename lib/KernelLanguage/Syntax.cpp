#include "Syntax.h"

#include "loopyc/Support/Match.h"

using namespace loopyc;
using namespace loopyc::language;

NodeList language::operands(const Node &node) {
  auto none = [](const auto &) { return NodeList(); };
  return match(
      node.value, [&](const IntegerNode &n) { return none(n); },
      [&](const RealNode &n) { return none(n); },
      [&](const ImaginaryNode &n) { return none(n); },
      [&](const TruthNode &n) { return none(n); },
      [&](const NameNode &n) { return none(n); },
      [](const SubscriptNode &n) { return n.subscripts; },
      [](const CallNode &n) { return n.arguments; },
      [](const PrefixNode &n) { return NodeList{n.a}; },
      [](const InfixNode &n) {
        return NodeList{n.a, n.b};
      },
      [](const ChoiceNode &n) {
        return NodeList{n.condition, n.ifTrue, n.ifFalse};
      },
      [](const CastNode &n) { return NodeList{n.a}; },
      [](const ReductionNode &n) { return NodeList{n.value}; },
      [](const ArgExtremumNode &n) {
        return NodeList{n.value, n.place};
      },
      [](const FoldNode &n) { return n.values; },
      [](const ViewNode &n) { return NodeList{n.element}; },
      [](const SliceNode &n) {
        NodeList list;
        for (const NodePtr &part : {n.first, n.end, n.step})
          if (part)
            list.push_back(part);
        return list;
      });
}

NodePtr language::withOperands(const NodePtr &node, const NodeList &list) {
  Node copy = *node;
  size_t next = 0;
  auto take = [&](NodePtr &part) {
    if (part)
      part = list[next++];
  };
  auto none = [](auto &) {};
  match(
      copy.value, [&](IntegerNode &n) { none(n); },
      [&](RealNode &n) { none(n); }, [&](ImaginaryNode &n) { none(n); },
      [&](TruthNode &n) { none(n); }, [&](NameNode &n) { none(n); },
      [&](SubscriptNode &n) { n.subscripts = list; },
      [&](CallNode &n) { n.arguments = list; },
      [&](PrefixNode &n) { take(n.a); },
      [&](InfixNode &n) {
        take(n.a);
        take(n.b);
      },
      [&](ChoiceNode &n) {
        take(n.condition);
        take(n.ifTrue);
        take(n.ifFalse);
      },
      [&](CastNode &n) { take(n.a); }, [&](ReductionNode &n) { take(n.value); },
      [&](ArgExtremumNode &n) {
        take(n.value);
        take(n.place);
      },
      [&](FoldNode &n) { n.values = list; },
      [&](ViewNode &n) { take(n.element); },
      [&](SliceNode &n) {
        take(n.first);
        take(n.end);
        take(n.step);
      });
  return std::make_shared<const Node>(std::move(copy));
}

NodePtr language::placedAt(const NodePtr &node, Span span) {
  NodeList list;
  for (const NodePtr &operand : operands(*node))
    list.push_back(placedAt(operand, span));
  Node copy = *withOperands(node, list);
  copy.span = span;
  return std::make_shared<const Node>(std::move(copy));
}

// Operands apart.
static bool isSameKind(const Node &a, const Node &b) {
  if (a.value.index() != b.value.index())
    return false;
  auto other = [&](const auto &n) -> const auto & {
    return std::get<std::decay_t<decltype(n)>>(b.value);
  };
  return match(
      a.value,
      [&](const IntegerNode &n) {
        return n.value == other(n).value && n.isLarge == other(n).isLarge;
      },
      [&](const RealNode &n) {
        return n.value == other(n).value && n.type == other(n).type;
      },
      [&](const ImaginaryNode &n) { return n.value == other(n).value; },
      [&](const TruthNode &n) { return n.value == other(n).value; },
      [&](const NameNode &n) { return n.name == other(n).name; },
      [&](const SubscriptNode &n) { return n.array == other(n).array; },
      [&](const CallNode &n) { return n.function == other(n).function; },
      [&](const PrefixNode &n) { return n.op == other(n).op; },
      [&](const InfixNode &n) { return n.op == other(n).op; },
      [](const ChoiceNode &) { return true; },
      [&](const CastNode &n) { return n.type == other(n).type; },
      [&](const ReductionNode &n) {
        return n.op == other(n).op && n.inames == other(n).inames;
      },
      [&](const ArgExtremumNode &n) {
        return n.isMax == other(n).isMax && n.inames == other(n).inames;
      },
      [&](const FoldNode &n) {
        return n.op == other(n).op && n.inames == other(n).inames;
      },
      [](const ViewNode &) { return false; },
      [&](const SliceNode &n) {
        return !n.first == !other(n).first && !n.end == !other(n).end &&
               !n.step == !other(n).step;
      });
}

bool language::isSame(const NodePtr &a, const NodePtr &b) {
  NodeList left = operands(*a), right = operands(*b);
  if (!isSameKind(*a, *b) || left.size() != right.size())
    return false;
  for (size_t i = 0; i < left.size(); ++i)
    if (!isSame(left[i], right[i]))
      return false;
  return true;
}

const std::string &language::assignedName(const Node &assignee) {
  if (const auto *view = assignee.getIf<ViewNode>())
    return assignedName(*view->element);
  const auto *element = assignee.getIf<SubscriptNode>();
  return element ? element->array : assignee.getIf<NameNode>()->name;
}

std::vector<std::string> language::boundInames(const Node &node) {
  if (const auto *reduction = node.getIf<ReductionNode>())
    return reduction->inames;
  if (const auto *fold = node.getIf<FoldNode>())
    return fold->inames;
  std::vector<std::string> names;
  if (const auto *view = node.getIf<ViewNode>())
    for (const Word &iname : view->inames)
      names.push_back(iname.text);
  return names;
}

void language::walk(const NodePtr &node,
                    const std::function<bool(const Node &)> &visit) {
  if (!visit(*node))
    return;
  for (const NodePtr &operand : operands(*node))
    walk(operand, visit);
}

// --- renaming

static NodeList renamedAll(const NodeList &nodes, const Renaming &by) {
  NodeList result;
  for (const NodePtr &each : nodes)
    result.push_back(renamed(each, by));
  return result;
}

static std::vector<std::string> renamedInames(std::vector<std::string> inames,
                                              const Renaming &by) {
  for (std::string &iname : inames)
    if (auto it = by.find(iname); it != by.end())
      iname = it->second;
  return inames;
}

NodePtr language::renamed(const NodePtr &old, const Renaming &by) {
  if (by.empty())
    return old;
  Node copy = *withOperands(old, renamedAll(operands(*old), by));
  if (auto *name = std::get_if<NameNode>(&copy.value)) {
    if (auto it = by.find(name->name); it != by.end())
      name->name = it->second;
  } else if (auto *reduction = std::get_if<ReductionNode>(&copy.value)) {
    reduction->inames = renamedInames(reduction->inames, by);
  } else if (auto *extremum = std::get_if<ArgExtremumNode>(&copy.value)) {
    extremum->inames = renamedInames(extremum->inames, by);
  } else if (auto *fold = std::get_if<FoldNode>(&copy.value)) {
    fold->inames = renamedInames(fold->inames, by);
  } else if (auto *view = std::get_if<ViewNode>(&copy.value)) {
    for (Word &iname : view->inames)
      if (auto it = by.find(iname.text); it != by.end())
        iname.text = it->second;
  }
  return std::make_shared<const Node>(std::move(copy));
}
