#include "ForwardedLoops.h"

#include "AssignedNames.h"
#include "Renaming.h"

using namespace loopyc;
using namespace loopyc::frontend;

// The scalar that the statement assigns, if that is what it does.
static const VarRef *assigned(const Statement &statement) {
  const auto *assignment = std::get_if<AssignmentStatement>(&statement.value);
  return assignment && assignment->assignee && assignment->value
             ? assignment->assignee.getIf<VarRef>()
             : nullptr;
}

// The variable that each iteration sets to the loop's own one, and nothing else
// in it sets; "" if there is none.
static std::string copyOf(const DoStatement &loop) {
  if (loop.body.empty())
    return "";
  const VarRef *copy = assigned(loop.body.front());
  if (!copy)
    return "";
  const auto &first = std::get<AssignmentStatement>(loop.body.front().value);
  const VarRef *value = first.value.getIf<VarRef>();
  const bool isCopy = value && value->name == loop.variable &&
                      first.assignee.type() == loop.type;
  const Block rest(loop.body.begin() + 1, loop.body.end());
  return isCopy && !assignedNames(rest).count(copy->name) ? copy->name : "";
}

// Does it set the variable, whatever its value was?
static bool overwrites(const Statement &statement, const std::string &name) {
  const VarRef *variable = assigned(statement);
  return variable && variable->name == name &&
         !namesIn(std::get<AssignmentStatement>(statement.value).value)
              .count(name);
}

static void forward(Block &block) {
  for (size_t k = 0; k < block.size(); ++k) {
    forEachBlock(block[k], [](Block &inner) { forward(inner); });
    auto *loop = std::get_if<DoStatement>(&block[k].value);
    const std::string copy = loop ? copyOf(*loop) : "";
    if (copy.empty() || k + 1 == block.size() ||
        !overwrites(block[k + 1], copy))
      continue;
    loop->body.erase(loop->body.begin());
    rename(loop->body, copy, loop->variable,
           [](const Statement &) { return true; });
  }
}

Program frontend::forwardLoopVariables(Program program) {
  for (Procedure &procedure : program.procedures)
    forward(procedure.body);
  return program;
}
