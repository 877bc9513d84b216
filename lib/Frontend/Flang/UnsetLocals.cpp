#include "UnsetLocals.h"

#include "AssignedSymbols.h"
#include "Refusals.h"
#include "TreeWalk.h"
#include "Units.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
using Fortran::semantics::Symbol;

namespace {

struct PlacesOfJumps {
  bool found = false;
  template <typename T> bool Pre(const T &) { return !found; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    found |= statement.label.has_value();
    return !found;
  }
  void Post(const parser::EntryStmt &) { found = true; }
};

// Up to the region, what may be assigned; and is the region in a loop?
struct BeforeRegion : AnythingAssigned {
  using AnythingAssigned::Post;
  using AnythingAssigned::Pre;

  const parser::ExecutionPartConstruct *region = nullptr;
  int loops = 0;
  bool isReached = false, isInLoop = false;

  bool Pre(const parser::ExecutionPartConstruct &part) {
    if (&part == region) {
      isReached = true;
      isInLoop = loops > 0;
    }
    return !isReached;
  }
  bool Pre(const parser::DoConstruct &) {
    ++loops;
    return !isReached;
  }
  void Post(const parser::DoConstruct &) { --loops; }
};

} // namespace

bool frontend::hasLabels(const Unit &unit) {
  PlacesOfJumps labels;
  walkTree(unit.body->v, labels);
  return labels.found;
}

bool frontend::isPlainLocal(const Symbol &symbol, const Unit &unit) {
  using Fortran::semantics::Attr;
  const Symbol *procedure = unit.declared ? unit.declared->symbol : nullptr;
  bool isPlain = procedure && &symbol.owner() == procedure->scope() &&
                 !Fortran::semantics::IsDummy(symbol) &&
                 !Fortran::semantics::IsFunctionResult(symbol) &&
                 !Fortran::semantics::IsSaved(symbol) &&
                 !Fortran::semantics::FindCommonBlockContaining(symbol) &&
                 !isEquivalenced(symbol);
  for (Attr attr : {Attr::POINTER, Attr::TARGET, Attr::ALLOCATABLE,
                    Attr::VOLATILE, Attr::ASYNCHRONOUS})
    isPlain = isPlain && !symbol.attrs().test(attr);
  return isPlain;
}

SymbolSet frontend::unsetBefore(const RegionStatements &region,
                                const Unit &unit, const RegionFlow &flow,
                                const SharedVariables &shared) {
  SymbolSet result;
  if (region.first == region.last || hasLabels(unit))
    return result;
  RegionFlow assigned;
  BeforeRegion before{{{assigned, shared.cuts(), &shared}}, &*region.first};
  walkTree(unit.body->v, before);
  if (!before.isReached || before.isInLoop)
    return result;
  if (unit.contained) {
    AnythingAssigned internal{{assigned, shared.cuts(), &shared}};
    walkTree(*unit.contained, internal);
  }
  for (const Symbol *symbol : flow.assigned) {
    const auto *type = symbol->GetType();
    if (type && type->AsIntrinsic() && isPlainLocal(*symbol, unit) &&
        !assigned.assigned.count(symbol))
      result.insert(symbol);
  }
  return result;
}
