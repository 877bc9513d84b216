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
