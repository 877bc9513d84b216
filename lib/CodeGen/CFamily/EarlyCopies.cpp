#include "CFamily/EarlyCopies.h"

#include "CFamily/References.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

// Are all statements in it copies of rows that go on?
static bool areCopies(const Node &node) {
  if (const auto *guard = std::get_if<Guard>(&node.value))
    return std::all_of(guard->body.begin(), guard->body.end(), areCopies);
  const auto *execute = std::get_if<Execute>(&node.value);
  return execute && execute->rows && execute->isAsync;
}

static bool haveCommon(const std::set<std::string> &a,
                       const std::set<std::string> &b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string &name) {
    return b.count(name) > 0;
  });
}

static bool mayPass(const Node &copies, const Node &before) {
  const Block moved{copies}, stays{before};
  return !areCopies(before) && !hasBarriers(stays) &&
         !haveCommon(assignedIn(stays), mentionedIn(moved)) &&
         !haveCommon(assignedIn(moved), mentionedIn(stays));
}

Block codegen::startCopiesEarly(Block block) {
  for (Node &node : block)
    match(
        node.value,
        [](Loop &loop) { loop.body = startCopiesEarly(std::move(loop.body)); },
        [](Guard &guard) {
          guard.body = startCopiesEarly(std::move(guard.body));
        },
        [](Execute &) {}, [](Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
  for (auto it = block.begin(); it != block.end(); ++it) {
    if (!areCopies(*it))
      continue;
    auto to = it;
    while (to != block.begin() && mayPass(*it, *(to - 1)))
      --to;
    std::rotate(to, it, it + 1);
  }
  return block;
}
