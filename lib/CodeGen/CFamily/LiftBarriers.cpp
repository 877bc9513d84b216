#include "CFamily/LiftBarriers.h"

#include "loopyc/Support/Match.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

// One iteration, { const int i = ...; body }: under the guard of its body as
// well as under its own.
static Loop *singleIteration(Node &node) {
  auto *loop = std::get_if<Loop>(&node.value);
  return loop && loop->degenerate ? loop : nullptr;
}

static bool hasBarrier(Node &node) {
  Loop *single = singleIteration(node);
  return std::holds_alternative<Barrier>(node.value) ||
         (single &&
          std::any_of(single->body.begin(), single->body.end(), hasBarrier));
}

static bool assigns(const Block &block, const std::set<std::string> &names) {
  return std::any_of(block.begin(), block.end(), [&](const Node &node) {
    return match(
        node.value, [&](const Loop &loop) { return assigns(loop.body, names); },
        [&](const Guard &guard) { return assigns(guard.body, names); },
        [&](const Execute &execute) {
          return std::any_of(names.begin(), names.end(),
                             [&](const std::string &name) {
                               return execute.insn->assigns(name);
                             });
        },
        [](const Barrier &) { return false; },
        [](const FunctionCall &call) -> bool { failOnCall(call); });
  });
}

static bool mayBeAskedAgain(const Guard &guard) {
  std::set<std::string> names;
  collectNames(guard.condition, names, names);
  return !assigns(guard.body, names);
}

static Block guarded(const Expr &condition, Block body) {
  Block result;
  Guard part{condition, {}};
  auto close = [&] {
    if (!part.body.empty())
      result.push_back(Node{part});
    part.body.clear();
  };
  for (Node &node : body) {
    if (!hasBarrier(node)) {
      part.body.push_back(std::move(node));
      continue;
    }
    close();
    if (Loop *single = singleIteration(node))
      single->body = guarded(condition, std::move(single->body));
    result.push_back(std::move(node));
  }
  close();
  return result;
}

Block codegen::liftBarriers(Block block) {
  Block result;
  for (Node &node : block) {
    if (auto *loop = std::get_if<Loop>(&node.value))
      loop->body = liftBarriers(std::move(loop->body));
    auto *guard = std::get_if<Guard>(&node.value);
    if (guard)
      guard->body = liftBarriers(std::move(guard->body));
    if (!guard || !mayBeAskedAgain(*guard) ||
        std::none_of(guard->body.begin(), guard->body.end(), hasBarrier)) {
      result.push_back(std::move(node));
      continue;
    }
    for (Node &part : guarded(guard->condition, std::move(guard->body)))
      result.push_back(std::move(part));
  }
  return result;
}
