#include "AssignedNames.h"

using namespace loopyc;
using namespace loopyc::frontend;

// Of a variable or an element; what an expression mentions stays what it is.
static void add(const Expr &designator, std::set<std::string> &names) {
  if (const auto *array = designator.getIf<ArrayRef>())
    names.insert(array->name);
  else if (const auto *var = designator.getIf<VarRef>())
    names.insert(var->name);
}

static void add(const std::vector<Argument> &arguments,
                std::set<std::string> &names) {
  for (const Argument &argument : arguments)
    if (const Expr *value = std::get_if<Expr>(&argument.value))
      add(*value, names);
    else if (const ArrayView *view = std::get_if<ArrayView>(&argument.value))
      names.insert(view->path.front().name);
}

static void add(const Facts &facts, std::set<std::string> &names) {
  for (const FunctionReference &reference : facts.references)
    add(reference.arguments, names);
}

static void add(const Block &block, std::set<std::string> &names) {
  for (const Statement &statement : block) {
    add(statement.facts, names);
    if (const auto *assignment =
            std::get_if<AssignmentStatement>(&statement.value)) {
      add(assignment->assignee, names);
    } else if (const auto *loop = std::get_if<DoStatement>(&statement.value)) {
      names.insert(loop->variable);
    } else if (const auto *call =
                   std::get_if<CallStatement>(&statement.value)) {
      add(call->arguments, names);
    } else if (const auto *conditional =
                   std::get_if<IfStatement>(&statement.value)) {
      for (const Branch &branch : conditional->branches)
        add(branch.facts, names);
    }
    forEachBlock(statement, [&](const Block &inner) { add(inner, names); });
  }
}

std::set<std::string> frontend::assignedNames(const Block &block) {
  std::set<std::string> names;
  add(block, names);
  return names;
}

std::set<std::string> frontend::namesIn(const Expr &e) {
  std::set<std::string> names;
  if (e)
    collectNames(e, names, names);
  return names;
}
