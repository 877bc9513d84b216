#include "Mapping/LoopDependences.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using poly::PwAff;
using poly::Set;

// A copy for each work-item of a full device takes a hundred thousand
// times as much.
static constexpr int64_t mostPrivateBytes = 4096;

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

bool loopyc::isSmallCopy(const Variable &var) {
  std::optional<int64_t> bytes = storageBytes(var);
  return bytes ? *bytes <= mostPrivateBytes : isColumn(var);
}

LoopDependences::LoopDependences(DependenceGraph &graph, CopySize copies)
    : kernel(graph.kernel()), deps(graph) {
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

bool LoopDependences::isPrivateTo(const std::string &variable,
                                  const LoopNest &loop) {
  auto known = flows.find(variable);
  return known != flows.end() &&
         llvm::none_of(known->second, [&](int e) {
           const DependenceEdge &edge = deps.edges()[e];
           return contains(loop, edge.source) && !contains(loop, edge.sink) &&
                  !deps.relation(edge).isEmpty();
         });
}

// { x -> y : they conflict, equal iterations of the loops over `equal`,
// different ones of `loop` }; null if there is none.
Set LoopDependences::between(const DependenceEdge &edge, const LoopNest &loop,
                             const std::vector<std::string> &equal) {
  if (!edge.exclusive || edge.identity || !contains(loop, edge.source) ||
      !contains(loop, edge.sink) || deps.isPinned(edge, loop.iname))
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
