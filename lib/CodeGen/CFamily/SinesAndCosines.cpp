#include "CFamily/SinesAndCosines.h"

#include "CFamily/References.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

struct Candidate {
  SineAndCosine pair;
  std::vector<Expr> references;
  bool isOpen = true;
};

} // namespace

// Calls that are certainly made: none in a branch of a choice.
template <typename Fn>
static void forEachCall(const Expr &value, Fn fn) {
  walk(value, [&](const Expr &node) {
    const auto *b = node.getIf<Binary>();
    if (node.getIf<Select>() ||
        (b && (b->op == BinaryOp::And || b->op == BinaryOp::Or)))
      return false;
    const auto *call = node.getIf<Call>();
    if (call && node.type().isReal() &&
        (call->fn == Intrinsic::Sin || call->fn == Intrinsic::Cos))
      fn(node, *call);
    return true;
  });
}

static void note(std::vector<Candidate> &all, const Expr &node,
                 const Call &call, size_t at) {
  const Expr &angle = call.args[0];
  auto found = std::find_if(all.begin(), all.end(), [&](const Candidate &each) {
    return each.isOpen && each.pair.angle == angle;
  });
  if (found == all.end()) {
    Candidate made;
    made.pair.angle = angle;
    made.pair.first = at;
    made.references = referencesIn({angle});
    found = all.insert(all.end(), std::move(made));
  }
  (call.fn == Intrinsic::Sin ? found->pair.sine : found->pair.cosine) = node;
  found->pair.last = at;
}

std::vector<SineAndCosine>
codegen::sinesAndCosines(const std::vector<const Execute *> &statements) {
  std::vector<Candidate> all;
  for (size_t at = 0; at < statements.size(); ++at) {
    const Execute &execute = *statements[at];
    bool isAssignment = std::get_if<Assignment>(&execute.insn->body) ||
                        execute.insn->update();
    if (isAssignment && execute.vectorIname.empty())
      for (const Expr &value : execute.insn->values())
        forEachCall(withValues(value, execute.values),
                    [&](const Expr &node, const Call &call) {
                      note(all, node, call, at);
                    });
    for (const Expr &assignee : assigneesOf(execute))
      for (Candidate &each : all)
        each.isOpen = each.isOpen && !mayMeet(each.references, assignee);
  }
  std::vector<SineAndCosine> pairs;
  for (const Candidate &each : all)
    if (each.pair.sine && each.pair.cosine)
      pairs.push_back(each.pair);
  return pairs;
}
