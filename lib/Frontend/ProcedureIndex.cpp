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
  walk(e, [&](const Expr &node) {
    if (const VarRef *var = node.getIf<VarRef>())
      reads.insert(var->name);
    else if (const ArrayRef *array = node.getIf<ArrayRef>())
      reads.insert(array->name);
    return true;
  });
}

void ProcedureIndex::addStatement(const Statement &statement) {
  int number = next++;
  match(
      statement.value,
      [&](const AssignmentStatement &assignment) {
        addReads(assignment.value);
        std::string name;
        if (const ArrayRef *array = assignment.assignee.getIf<ArrayRef>()) {
          name = array->name;
          for (const Expr &subscript : array->subscripts)
            addReads(subscript);
        } else {
          name = assignment.assignee.getIf<VarRef>()->name;
        }
        writes[name].push_back(number);
      },
      [&](const DoStatement &loop) {
        addReads(loop.first);
        addReads(loop.last);
        loopVariables.insert(loop.variable);
        addBlock(loop.body);
      },
      [&](const IfStatement &conditional) {
        for (const Branch &branch : conditional.branches) {
          if (branch.condition)
            addReads(branch.condition);
          int begin = next;
          addBlock(branch.body);
          spans[&branch] = {begin, next};
        }
      });
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
