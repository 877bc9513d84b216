#include "CFamily/References.h"

#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

std::vector<Expr>
codegen::referencesIn(const std::vector<Expr> &expressions) {
  std::vector<Expr> result;
  for (const Expr &e : expressions)
    walk(e, [&](const Expr &node) {
      if ((node.getIf<VarRef>() || node.getIf<ArrayRef>()) &&
          std::find(result.begin(), result.end(), node) == result.end())
        result.push_back(node);
      return true;
    });
  return result;
}

static const std::string &nameOf(const Expr &reference) {
  static const std::string none;
  if (const auto *var = reference.getIf<VarRef>())
    return var->name;
  const auto *element = reference.getIf<ArrayRef>();
  return element ? element->name : none;
}

bool codegen::mayMeet(const Expr &a, const Expr &b) {
  if (nameOf(a) != nameOf(b))
    return false;
  const auto *one = a.getIf<ArrayRef>(), *other = b.getIf<ArrayRef>();
  if (!one || !other || one->subscripts.size() != other->subscripts.size())
    return true;
  for (size_t i = 0; i < one->subscripts.size(); ++i) {
    auto here = asInteger(one->subscripts[i]),
         there = asInteger(other->subscripts[i]);
    if (here && there && *here != *there)
      return false;
  }
  return true;
}

bool codegen::mayMeet(const std::vector<Expr> &references,
                      const Expr &reference) {
  return std::any_of(
      references.begin(), references.end(),
      [&](const Expr &each) { return mayMeet(each, reference); });
}

std::vector<Expr> codegen::assigneesOf(const Execute &execute) {
  std::vector<Expr> result;
  for (const Expr &assignee : execute.insn->assignees())
    result.push_back(withValues(assignee, execute.values));
  return result;
}

static void collect(const Block &block, std::set<std::string> &names) {
  for (const Node &node : block)
    match(
        node.value, [&](const Loop &loop) { collect(loop.body, names); },
        [&](const Guard &guard) { collect(guard.body, names); },
        [&](const Execute &execute) {
          for (const std::string &name : execute.insn->assigneeNames())
            names.insert(name);
        },
        [](const Barrier &) {},
        [&](const FunctionCall &call) { collect(call.body, names); });
}

std::set<std::string> codegen::assignedIn(const Block &block) {
  std::set<std::string> names;
  collect(block, names);
  return names;
}

static void mention(const Block &block, std::set<std::string> &names) {
  auto add = [&](const Expr &e) {
    if (e)
      for (const Expr &reference : referencesIn({e}))
        names.insert(nameOf(reference));
  };
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          for (const Expr &e : {loop.init, loop.condition, loop.goesOn})
            add(e);
          for (const UnrolledInstance &instance : loop.instances)
            add(instance.guard);
          mention(loop.body, names);
        },
        [&](const Guard &guard) {
          add(guard.condition);
          mention(guard.body, names);
        },
        [&](const Execute &execute) {
          for (const Expr &e : execute.insn->reads())
            add(e);
          for (const Expr &e : execute.insn->assignees())
            add(e);
          for (const Expr &e : execute.insn->predicates)
            add(e);
          for (const auto &[name, value] : execute.values)
            add(value);
          add(execute.choice);
          if (execute.rows)
            for (const Expr &e : {execute.rows->columns, execute.rows->rows})
              add(e);
        },
        [](const Barrier &) {},
        [&](const FunctionCall &call) { mention(call.body, names); });
}

std::set<std::string> codegen::mentionedIn(const Block &block) {
  std::set<std::string> names;
  mention(block, names);
  return names;
}
