#include "CFamily/LiftBarriers.h"

#include "loopyc/Support/Match.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

static bool isBarrier(const Node &node) {
  return std::holds_alternative<Barrier>(node.value);
}

static bool assigns(const Block &block, const std::set<std::string> &names) {
  return std::any_of(block.begin(), block.end(), [&](const Node &node) {
    return match(
        node.value, [&](const Loop &loop) { return assigns(loop.body, names); },
        [&](const Guard &guard) { return assigns(guard.body, names); },
        [&](const Execute &execute) {
          return names.count(execute.insn->assigneeName()) > 0;
        },
        [](const Barrier &) { return false; });
  });
}

static bool mayBeAskedAgain(const Guard &guard) {
  std::set<std::string> names;
  collectNames(guard.condition, names, names);
  return !assigns(guard.body, names);
}

static void split(Guard guard, Block &out) {
  Guard part{guard.condition, {}};
  auto close = [&] {
    if (!part.body.empty())
      out.push_back(Node{part});
    part.body.clear();
  };
  for (Node &node : guard.body) {
    if (!isBarrier(node)) {
      part.body.push_back(std::move(node));
      continue;
    }
    close();
    out.push_back(std::move(node));
  }
  close();
}

Block codegen::liftBarriers(Block block) {
  Block result;
  for (Node &node : block) {
    if (auto *loop = std::get_if<Loop>(&node.value))
      loop->body = liftBarriers(std::move(loop->body));
    auto *guard = std::get_if<Guard>(&node.value);
    if (guard)
      guard->body = liftBarriers(std::move(guard->body));
    if (guard &&
        std::any_of(guard->body.begin(), guard->body.end(), isBarrier) &&
        mayBeAskedAgain(*guard))
      split(std::move(*guard), result);
    else
      result.push_back(std::move(node));
  }
  return result;
}
