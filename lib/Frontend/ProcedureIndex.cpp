#include "ProcedureIndex.h"

#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

ProcedureIndex::ProcedureIndex(const Procedure &procedure) {
  addBlock(procedure.body);
}

void ProcedureIndex::addBlock(const Block &block) {
  for (const Statement &statement : block)
    addStatement(statement);
}

void ProcedureIndex::addReads(const Expr &e) {
  if (!e) // there is an obstacle
    return;
  walk(e, [&](const Expr &node) {
    if (const VarRef *var = node.getIf<VarRef>())
      reads.insert(var->name);
    else if (const ArrayRef *array = node.getIf<ArrayRef>())
      reads.insert(array->name);
    return true;
  });
}

void ProcedureIndex::addReads(const std::vector<Argument> &arguments) {
  for (const Argument &argument : arguments)
    if (const Expr *value = std::get_if<Expr>(&argument.value)) {
      addReads(*value);
    } else if (const ArrayView *view =
                   std::get_if<ArrayView>(&argument.value)) {
      reads.insert(view->path.front().name);
      forEachExpr(*view, [&](const Expr &e) { addReads(e); });
    }
}

void ProcedureIndex::addReads(const Facts &facts) {
  for (const FunctionReference &reference : facts.references)
    addReads(reference.arguments);
}

void ProcedureIndex::addStatement(const Statement &statement) {
  int number = next++;
  addReads(statement.facts);
  match(
      statement.value,
      [&](const AssignmentStatement &assignment) {
        addReads(assignment.value);
        if (const auto *array = assignment.assignee.getIf<ArrayRef>()) {
          for (const Expr &subscript : array->subscripts)
            addReads(subscript);
          writes[array->name].push_back(number);
        } else if (const auto *var = assignment.assignee.getIf<VarRef>()) {
          writes[var->name].push_back(number);
        }
      },
      [&](const DoStatement &loop) {
        addReads(loop.first);
        addReads(loop.last);
        addReads(loop.variableStep);
        loopVariables.insert(loop.variable);
        addBlock(loop.body);
      },
      [&](const LoopStatement &loop) { addBlock(loop.body); },
      [&](const IfStatement &conditional) {
        for (const Branch &branch : conditional.branches) {
          addReads(branch.facts);
          addReads(branch.condition);
          int begin = next;
          addBlock(branch.body);
          spans[&branch] = {begin, next};
        }
      },
      [&](const SelectStatement &select) {
        addReads(select.selector);
        for (const SelectStatement::Case &choice : select.cases)
          addBlock(choice.body);
      },
      [&](const BlockStatement &block) { addBlock(block.body); },
      [&](const GuardedStatement &guarded) {
        addReads(guarded.flag);
        addBlock(guarded.body);
      },
      [](const JumpStatement &) {}, [](const LabelStatement &) {},
      [&](const WhereStatement &masked) {
        for (const Branch &branch : masked.branches)
          addBlock(branch.body);
      },
      [&](const ForallStatement &indexed) { addBlock(indexed.body.body); },
      [&](const CallStatement &call) { addReads(call.arguments); },
      [&](const HostStatement &construct) {
        for (const Block &block : construct.blocks)
          addBlock(block);
      },
      [](const RegionStatement &) {});
  spans[&statement] = {number, next};
}

bool ProcedureIndex::isWrittenIn(const std::string &name, Span span) const {
  auto found = writes.find(name);
  if (found == writes.end())
    return false;
  auto first =
      std::lower_bound(found->second.begin(), found->second.end(), span.begin);
  return first != found->second.end() && *first < span.end;
}

size_t ProcedureIndex::writeCount(const std::string &name) const {
  auto found = writes.find(name);
  return found == writes.end() ? 0 : found->second.size();
}
