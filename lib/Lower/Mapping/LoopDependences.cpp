#include "Mapping/LoopDependences.h"

#include "loopyc/IR/NoSync.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// Of unknown size, a column of values is taken for one: several such axes are
// those of a field.
static bool isColumn(const Variable &var) {
  return llvm::count_if(var.axes, [](const Axis &axis) {
           return !axis.extent || !asInteger(axis.extent);
         }) <= 1;
}

static bool mayHaveCopies(const Variable &var) {
  return var.isTemporary() && var.baseStorage.empty() &&
         (var.space == AddressSpace::Auto ||
          var.space == AddressSpace::Private);
}

int64_t loopyc::privateBytes(const Variable &var) {
  return var.isScalar() ? 0 : storageBytes(var).value_or(0);
}

bool loopyc::isSmallCopy(const Variable &var) {
  std::optional<int64_t> bytes = storageBytes(var);
  return bytes ? *bytes <= mostPrivateBytes : isColumn(var);
}

LoopDependences::LoopDependences(DependenceGraph &graph, CopySize copies)
    : kernel(graph.kernel()), deps(graph), copies(copies) {
  for (const VariablePtr &temp : kernel.temporaries)
    if (mayHaveCopies(*temp) &&
        (copies == CopySize::Any || isSmallCopy(*temp)))
      flows[temp->name];
  for (size_t e = 0; e < deps.edges().size(); ++e) {
    const DependenceEdge &edge = deps.edges()[e];
    if (passesValue(edge.kind))
      if (auto known = flows.find(deps.accesses()[edge.sourceAccess].variable);
          known != flows.end())
        known->second.push_back(e);
  }
}

static bool contains(const LoopNest &loop, int instruction) {
  return llvm::binary_search(loop.instructions, instruction);
}

int LoopDependences::readerBehind(const std::string &variable,
                                  const LoopNest &loop) {
  auto [known, isNew] = readersBehind.try_emplace({variable, &loop}, -1);
  if (isNew)
    for (int e : flows.at(variable)) {
      const DependenceEdge &edge = deps.edges()[e];
      if (contains(loop, edge.source) && !contains(loop, edge.sink) &&
          !deps.relation(edge).isEmpty()) {
        known->second = edge.sink;
        break;
      }
    }
  return known->second;
}

bool LoopDependences::copiesFit(const LoopNest &loop) {
  auto [known, isNew] = fits.try_emplace(&loop, true);
  if (!isNew || copies != CopySize::Small)
    return known->second;
  std::set<std::string> written;
  for (int i : loop.instructions)
    for (const std::string &name : insn(i).assigneeNames())
      written.insert(name);
  int64_t bytes = 0;
  for (const std::string &name : written)
    if (flows.count(name) && staysIn(name, loop))
      bytes += privateBytes(*kernel.findVariable(name));
  return known->second = bytes <= mostPrivateBytes;
}

bool LoopDependences::isPrivateTo(const std::string &variable,
                                  const LoopNest &loop) {
  return flows.count(variable) && staysIn(variable, loop) &&
         (kernel.findVariable(variable)->isScalar() || copiesFit(loop));
}

// { x -> y : they conflict, equal iterations of the loops over `equal`,
// different ones of `loop` }; null if there is none.
Set LoopDependences::between(const DependenceEdge &edge, const LoopNest &loop,
                             const std::vector<std::string> &equal) {
  if (!edge.exclusive || edge.identity || !contains(loop, edge.source) ||
      !contains(loop, edge.sink) || deps.isPinned(edge, loop.iname))
    return Set();
  // What a script says, wherever the iterations run.
  NoSync asserted = noSyncOf(insn(edge.sink), insn(edge.source).id);
  if (asserted.local && asserted.global)
    return Set();
  const std::string &variable = deps.accesses()[edge.sourceAccess].variable;
  bool isOwn = isPrivateTo(variable, loop);
  if (isOwn && !passesValue(edge.kind))
    return Set();
  auto prime = primes(insn(edge.sink));
  Set carried =
      PwAff::name(loop.iname).ne(PwAff::name(prime.at(loop.iname)));
  for (const std::string &iname : equal)
    carried =
        carried.intersect(PwAff::name(iname).eq(PwAff::name(prime.at(iname))));
  Set pairs = isOwn ? deps.relationAmong(edge, carried)
                    : deps.conflicts(edge).intersect(carried);
  return pairs.isEmpty() ? Set() : pairs;
}

std::vector<CarriedDependence>
LoopDependences::carriedBy(const LoopNest &loop) {
  std::vector<CarriedDependence> result;
  const std::vector<std::string> around = loop.parent->path();
  for (size_t e = 0; e < deps.edges().size(); ++e) {
    const DependenceEdge &edge = deps.edges()[e];
    bool isAtLevel = edge.added || llvm::any_of(edge.levels, [&](auto level) {
                       return level.carried && level.depth == loop.depth;
                     });
    if (!isAtLevel)
      continue;
    if (Set pairs = between(edge, loop, around))
      result.push_back({static_cast<int>(e), std::move(pairs)});
  }
  return result;
}

bool LoopDependences::isFree(const LoopNest &loop,
                             const std::vector<std::string> &equal) {
  return llvm::none_of(deps.edges(), [&](const DependenceEdge &edge) {
    return bool(between(edge, loop, equal));
  });
}
