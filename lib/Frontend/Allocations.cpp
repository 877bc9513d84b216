#include "Allocations.h"

#include "StatementExprs.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

// What may allocate the variable in the host: an allocate statement, of
// whatever it may be, or a call that gets the variable.
bool mayAllocate(const Block &block, const std::string &name) {
  return std::any_of(
      block.begin(), block.end(), [&](const Statement &statement) {
        const auto *host = std::get_if<HostStatement>(&statement.value);
        bool result = host && host->kind == HostStatement::Kind::Allocation;
        if (std::holds_alternative<CallStatement>(statement.value))
          forEachOwnExpr(
              statement, [](const Expr &) {},
              [&](const ArrayView &view) {
                result |= view.path.front().name == name;
              });
        forEachBlock(statement, [&](const Block &inner) {
          result = result || mayAllocate(inner, name);
        });
        return result;
      });
}

class Check {
public:
  Check(Procedure &region, const Procedure &host)
      : region(region), host(host) {}

  void visit(Block &block) {
    for (Statement &statement : block) {
      if (std::holds_alternative<AssignmentStatement>(statement.value))
        visit(statement);
      forEachBlock(statement, [&](Block &inner) { visit(inner); });
    }
  }

private:
  // Of arrays: a scalar is assigned to what is allocated already.
  void visit(Statement &statement) {
    const auto &assignment = std::get<AssignmentStatement>(statement.value);
    const VarRef *assignee = assignment.assignee.getIf<VarRef>();
    const ArrayOperand::Section *whole = nullptr;
    bool ofArrays = false;
    for (const ArrayOperand &operand : statement.facts.arrays)
      if (assignee && operand.value == assignee->name)
        whole = std::get_if<ArrayOperand::Section>(&operand.form);
      else
        ofArrays |= operand.rank > 0;
    if (!whole || !whole->isAllocatable || !ofArrays ||
        !isUnallocated(whole->variable))
      return;
    statement.facts.obstacles.push_back(UserError(
        "not supported: assignment that allocates '" + whole->variable +
            "'; allocate it before, in a statement of the host",
        statement.range));
  }

  bool isUnallocated(const std::string &name) const {
    auto outer = region.outer.find(name);
    return outer != region.outer.end() &&
           outer->second.owner == OuterVariable::Owner::Around &&
           std::find(host.dummies.begin(), host.dummies.end(), name) ==
               host.dummies.end() &&
           !mayAllocate(host.body, name);
  }

  Procedure &region;
  const Procedure &host;
};

} // namespace

Program frontend::checkAllocations(Program program) {
  for (Procedure &region : program.procedures)
    if (region.isRegion() && region.host) {
      const Procedure &host = program.procedures[*region.host];
      if (host.isAnalysed)
        Check(region, host).visit(region.body);
    }
  return program;
}
