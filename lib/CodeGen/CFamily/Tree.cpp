#include "CFamily/Tree.h"

#include "loopyc/Support/Diagnostic.h"
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
        [&](const Execute &) { ++count; }, [](const Barrier &) {},
        [&](const FunctionCall &call) {
          count += numberOfStatements(call.body);
        });
  return count;
}

bool codegen::hasBarriers(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Node &node) {
    return match(
        node.value, [](const Loop &loop) { return hasBarriers(loop.body); },
        [](const Guard &guard) { return hasBarriers(guard.body); },
        [](const Execute &) { return false; },
        [](const Barrier &) { return true; },
        [](const FunctionCall &) { return false; });
  });
}

void codegen::failOnCall(const FunctionCall &call) {
  throw InternalError("a call of '" + call.function +
                      "' before functions are made");
}
