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
      });
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
  auto same = [&](const auto &) { return old; };
  auto with = [&](Node::Value value) {
    return std::make_shared<const Node>(Node{std::move(value), old->span});
  };
  return match(
      old->value, [&](const IntegerNode &n) { return same(n); },
      [&](const RealNode &n) { return same(n); },
      [&](const ImaginaryNode &n) { return same(n); },
      [&](const TruthNode &n) { return same(n); },
      [&](const NameNode &n) {
        auto it = by.find(n.name);
        return it == by.end() ? old : with(NameNode{it->second});
      },
      [&](const SubscriptNode &n) {
        return with(SubscriptNode{n.array, renamedAll(n.subscripts, by)});
      },
      [&](const CallNode &n) {
        return with(CallNode{n.function, renamedAll(n.arguments, by)});
      },
      [&](const PrefixNode &n) {
        return with(PrefixNode{n.op, renamed(n.a, by)});
      },
      [&](const InfixNode &n) {
        return with(InfixNode{n.op, renamed(n.a, by), renamed(n.b, by)});
      },
      [&](const ChoiceNode &n) {
        return with(ChoiceNode{renamed(n.condition, by), renamed(n.ifTrue, by),
                               renamed(n.ifFalse, by)});
      },
      [&](const CastNode &n) {
        return with(CastNode{n.type, renamed(n.a, by)});
      },
      [&](const ReductionNode &n) {
        return with(ReductionNode{n.op, renamedInames(n.inames, by),
                                  renamed(n.value, by)});
      },
      [&](const ArgExtremumNode &n) {
        return with(ArgExtremumNode{n.isMax, renamedInames(n.inames, by),
                                    renamed(n.value, by),
                                    renamed(n.place, by)});
      });
}
