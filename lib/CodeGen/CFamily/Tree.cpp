#include "CFamily/Tree.h"

#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

int codegen::numberOfStatements(const Block &block) {
  int count = 0;
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) { count += numberOfStatements(loop.body); },
        [&](const Guard &guard) { count += numberOfStatements(guard.body); },
        [&](const Execute &) { ++count; }, [](const Barrier &) {});
  return count;
}

bool codegen::hasBarriers(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Node &node) {
    return match(
        node.value, [](const Loop &loop) { return hasBarriers(loop.body); },
        [](const Guard &guard) { return hasBarriers(guard.body); },
        [](const Execute &) { return false; },
        [](const Barrier &) { return true; });
  });
}
