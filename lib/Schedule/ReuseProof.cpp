#include "ReuseProof.h"

#include "StoragePairs.h"
#include "loopyc/Analysis/Layout.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using poly::Names;
using poly::Point;
using poly::PwAff;
using poly::Set;

namespace {

using Path = std::vector<std::string>; // inames of loops, outermost first

// Of an instruction in the tree: the positions in the bodies around it, and
// between two the loop.
struct TreePlace {
  std::vector<size_t> positions;
  Path loops;
};

// Two accesses of different values that may meet in one element.
struct Clash {
  const Variable *from, *to;
  int source, sink; // accesses
  Set pairs;
  Path shared; // Q
};

class ReuseProof {
public:
  ReuseProof(const Kernel &kernel, const LoopTree &tree,
             const Placement &placement, DependenceGraph &graph)
      : kernel(kernel), placement(placement), graph(graph),
        pairs(graph, placement) {
    collectPlaces(tree, {});
  }

  std::optional<Clash> findClash();
  [[noreturn]] void refuse(const Clash &clash) const;

private:
  void collectPlaces(const LoopTree &tree, TreePlace place);
  Path commonLoops(const StorageGroup &group) const;
  bool passesOn(const StorageGroup &group, const std::string &loop);
  Path sharedLoops(const StorageGroup &group);
  std::optional<Clash> clashIn(const StorageGroup &group);
  Set before(int a, int b) const;
  bool takesTurns(const Variable &var);
  bool isClobbered(const Variable &var, int read, int other);
  bool plainlyEqual(const Variable &from, const Variable &to, int source,
                    int sink, const Path &shared) const;

  const Instruction &insnOf(int access) const {
    return *kernel.instructions[graph.accesses()[access].instruction];
  }

  const Kernel &kernel;
  const Placement &placement;
  DependenceGraph &graph;
  StoragePairs pairs;
  std::map<int, TreePlace> places; // by instruction
};

// t[f; i] -> t[f; i, i - low]: one more axis of the storage for each in `kept`.
// The reused axis stays, as what tells the values apart.
class CopyKeeper {
public:
  CopyKeeper(const Kernel &kernel, const Placement &placement,
             DependenceGraph &graph, const Variable &var, const Path &shared)
      : kernel(kernel), placement(placement), graph(graph), var(var),
        shared(shared) {}

  // False where the values at once are no constant number.
  bool keep(size_t axis);
  Kernel result() const;

private:
  struct Kept {
    Expr low; // in shared loops, hardware axes, and parameters
    int64_t extent;
  };
  Set valuesOf(size_t axis) const;
  bool isBase(const std::string &name) const;
  InstructionPtr rewritten(const InstructionPtr &insn) const;

  const Kernel &kernel;
  const Placement &placement;
  DependenceGraph &graph;
  const Variable &var;
  const Path &shared;
  std::map<size_t, Kept> kept;
};

} // namespace

void ReuseProof::collectPlaces(const LoopTree &tree, TreePlace place) {
  if (tree.kind == LoopTree::Kind::Leaf)
    places[tree.instruction] = place;
  if (tree.kind == LoopTree::Kind::Loop)
    place.loops.push_back(tree.iname);
  place.positions.push_back(0);
  for (const LoopTree &child : tree.children) {
    collectPlaces(child, place);
    ++place.positions.back();
  }
}

Path ReuseProof::commonLoops(const StorageGroup &group) const {
  std::optional<Path> common;
  for (const VariablePtr &var : group)
    for (int access : pairs.accessesTo(var->name)) {
      const Path &path = places.at(graph.accesses()[access].instruction).loops;
      if (!common)
        common = path;
      auto differ = std::mismatch(common->begin(), common->end(), path.begin(),
                                  path.end());
      common->erase(differ.first, common->end());
    }
  return common.value_or(Path());
}

// Does a value that one iteration of the loop leaves serve in another?
bool ReuseProof::passesOn(const StorageGroup &group, const std::string &loop) {
  for (const DependenceEdge &edge : graph.edges()) {
    if (edge.added || !passesValue(edge.kind))
      continue;
    const std::string &name = graph.accesses()[edge.sourceAccess].variable;
    bool isOurs =
        std::any_of(group.begin(), group.end(),
                    [&](const VariablePtr &var) { return var->name == name; });
    if (!isOurs || graph.isPinned(edge, loop))
      continue;
    Set differing = graph.relationAmong(
        edge, PwAff::name(loop).ne(PwAff::name(primed(loop))));
    if (!differing.isEmpty())
      return true;
  }
  return false;
}

Path ReuseProof::sharedLoops(const StorageGroup &group) {
  Path loops = commonLoops(group);
  auto end =
      std::find_if(loops.begin(), loops.end(), [&](const std::string &loop) {
        return passesOn(group, loop);
      });
  loops.erase(end, loops.end());
  return loops;
}

// Are the values the same as the words show: subscripts of names that one
// iteration of the shared loops and one owner fix?
bool ReuseProof::plainlyEqual(const Variable &from, const Variable &to,
                              int source, int sink, const Path &shared) const {
  std::set<std::string> fixed(shared.begin(), shared.end());
  const Instruction &a = insnOf(source), &b = insnOf(sink);
  for (const HardwareAxisUse &axis : placement.axes())
    if (axis.tellsApart(from.space) &&
        placement.inameOn(a, axis) == placement.inameOn(b, axis))
      fixed.insert(placement.inameOn(a, axis));
  const auto &x = graph.accesses()[source].location;
  const auto &y = graph.accesses()[sink].location;
  for (size_t f = 0; f < from.axes.size(); ++f)
    for (size_t t = 0; t < to.axes.size(); ++t) {
      if (!isReused(from.axes[f]) || !isReused(to.axes[t]) ||
          from.axes[f].name != to.axes[t].name)
        continue;
      std::set<std::string> names, arrays;
      collectNames(x[f], names, arrays);
      if (x[f] != y[t] || !arrays.empty())
        return false;
      for (const std::string &name : names)
        if ((a.within(name) || b.within(name)) && !fixed.count(name))
          return false;
    }
  return true;
}

std::optional<Clash> ReuseProof::clashIn(const StorageGroup &group) {
  Path shared = sharedLoops(group);
  Set sameIteration = Set::universe();
  for (const std::string &loop : shared)
    sameIteration = sameIteration.intersect(
        PwAff::name(loop).eq(PwAff::name(primed(loop))));
  std::optional<Clash> first;
  for (const VariablePtr &from : group)
    for (const VariablePtr &to : group)
      for (int source : pairs.accessesTo(from->name))
        for (int sink : pairs.accessesTo(to->name)) {
          if (!graph.accesses()[sink].write ||
              plainlyEqual(*from, *to, source, sink, shared))
            continue;
          Set meeting = pairs.ofDifferingValues(*from, *to, source, sink)
                            .intersect(sameIteration);
          if (meeting.isEmpty())
            continue;
          Clash clash{from.get(), to.get(), source, sink, meeting, shared};
          // A reader tells a user more than the writer's own instances.
          if (!graph.accesses()[source].write)
            return clash;
          first = first ? first : clash;
        }
  return first;
}

// { x, y' : the instruction a comes to x before b comes to y }
Set ReuseProof::before(int a, int b) const {
  const TreePlace &from = places.at(a), &to = places.at(b);
  Set result = Set::empty(), equal = Set::universe();
  for (size_t k = 0; k < from.positions.size() && k < to.positions.size();
       ++k) {
    if (from.positions[k] != to.positions[k])
      return from.positions[k] < to.positions[k] ? result.unite(equal) : result;
    if (k >= from.loops.size() || k >= to.loops.size())
      break;
    PwAff here = PwAff::name(from.loops[k]),
          there = PwAff::name(primed(from.loops[k]));
    result = result.unite(equal.intersect(here.lt(there)));
    equal = equal.intersect(here.eq(there));
  }
  return result;
}

// May the write `other` come between the write of a value and its read?
bool ReuseProof::isClobbered(const Variable &var, int read, int other) {
  const int reader = graph.accesses()[read].instruction;
  const int killer = graph.accesses()[other].instruction;
  Set early = pairs.ofDifferingValues(var, var, read, other)
                  .subtract(before(reader, killer));
  if (early.isEmpty())
    return false;
  auto third = [&](int instruction) {
    std::map<std::string, std::string> names;
    for (const std::string &iname : kernel.instructions[instruction]->inames)
      names[iname] = auxiliaryName(iname);
    return names;
  };
  auto unprimed = [&](int instruction) {
    std::map<std::string, std::string> names;
    for (const std::string &iname : kernel.instructions[instruction]->inames)
      names[primed(iname)] = iname;
    return names;
  };
  for (int write : pairs.accessesTo(var.name)) {
    if (!graph.accesses()[write].write)
      continue;
    const int writer = graph.accesses()[write].instruction;
    std::map<std::string, std::string> names = third(writer);
    std::map<std::string, std::string> back = unprimed(reader);
    back.insert(names.begin(), names.end());
    Set made = pairs.ofEqualValues(var, var, write, read).rename(back);
    // From the killer, which is primed above, to the writer.
    std::map<std::string, std::string> turned;
    for (const std::string &iname : kernel.instructions[killer]->inames)
      turned[iname] = primed(iname);
    for (const std::string &iname : kernel.instructions[writer]->inames)
      turned[primed(iname)] = auxiliaryName(iname);
    Set first = before(killer, writer).rename(turned);
    if (!early.intersect(made).subtract(first).isEmpty())
      return true;
  }
  return false;
}

// Is each value of an element read before another comes into it?
bool ReuseProof::takesTurns(const Variable &var) {
  for (int read : pairs.accessesTo(var.name))
    for (int other : pairs.accessesTo(var.name))
      if (!graph.accesses()[read].write && graph.accesses()[other].write &&
          isClobbered(var, read, other))
        return false;
  return true;
}

std::optional<Clash> ReuseProof::findClash() {
  for (const StorageGroup &group : storageGroups(kernel, true)) {
    std::optional<Clash> clash = clashIn(group);
    if (clash && !(group.size() == 1 && takesTurns(*group.front())))
      return clash;
  }
  return std::nullopt;
}

// The iteration whose value an access means: "i = 0, j = 4".
static std::string iterationOf(const Variable &var, const AccessInfo &access,
                               const Instruction &insn, const Point &at,
                               bool isSink) {
  std::string text;
  for (size_t a = 0; a < var.axes.size(); ++a) {
    if (!isReused(var.axes[a]))
      continue;
    Substitution values;
    for (const std::string &iname : insn.inames)
      if (auto known = at.find(isSink ? primed(iname) : iname);
          known != at.end())
        values[iname] = Expr::integer(known->second);
    for (const auto &[name, number] : at)
      if (!insn.within(name))
        values.try_emplace(name, Expr::integer(number));
    text += (text.empty() ? "" : ", ") + var.axes[a].name + " = " +
            fold(substitute(access.location[a], values)).str();
  }
  return text;
}

static std::string listed(const Path &loops) {
  std::string text;
  for (const std::string &loop : loops)
    text += (text.empty() ? "'" : ", '") + loop + "'";
  return text;
}

static Path namesOfReused(const Variable &var) {
  Path names;
  for (const Axis &axis : var.axes)
    if (isReused(axis))
      names.push_back(axis.name);
  return names;
}

void ReuseProof::refuse(const Clash &clash) const {
  const AccessInfo &source = graph.accesses()[clash.source];
  const AccessInfo &sink = graph.accesses()[clash.sink];
  const Instruction &first = insnOf(clash.source), &second = insnOf(clash.sink);
  Point at = clash.pairs.sample().value_or(Point());
  throw UserError(
      "kernel '" + kernel.name + "': each iteration of " +
          listed(namesOfReused(*clash.from)) + " has its own value of '" +
          clash.from->name +
          "', but its storage cannot hold all that live at once: '" + first.id +
          "' " + (source.write ? "writes" : "reads") + " that of " +
          iterationOf(*clash.from, source, first, at, false) + ", '" +
          second.id + "' writes that of " +
          iterationOf(*clash.to, sink, second, at, true) + ", and " +
          (clash.shared.empty()
               ? std::string("no loop around both keeps the two apart")
               : "the loops around both (" + listed(clash.shared) +
                     ") do not keep the two apart") +
          "; give both the same loops (rename_iname, or change the loops of "
          "one before its value is staged), nest these outside of others "
          "(prioritize_loops), or sweep them, too",
      first.range)
      .note("the other instruction", second.range);
}

bool CopyKeeper::isBase(const std::string &name) const {
  if (std::find(shared.begin(), shared.end(), name) != shared.end())
    return true;
  VariablePtr param = kernel.findVariable(name);
  if (param && param->isValue())
    return true;
  return std::any_of(placement.axes().begin(), placement.axes().end(),
                     [&](const HardwareAxisUse &axis) {
                       return axis.str() == name && axis.tellsApart(var.space);
                     });
}

static const std::string value = auxiliaryName("value"); // of a subscript

// More would hardly be meant: the script says so with a sweep.
constexpr int64_t mostCopies = 1024;

// { value : the subscript of some access, in the shared loops, on the owner's
//   axes }
Set CopyKeeper::valuesOf(size_t axis) const {
  Set all = Set::empty();
  for (const AccessInfo &access : graph.accesses()) {
    if (access.variable != var.name)
      continue;
    const Instruction &insn = *kernel.instructions[access.instruction];
    auto subscript = toAffine(access.location[axis]);
    if (!subscript)
      return Set();
    Set values =
        graph.instances().of(access.instruction).equate(value, *subscript);
    for (const HardwareAxisUse &use : placement.axes())
      if (Coordinate at = placement.coordinate(kernel, insn, use);
          at && use.tellsApart(var.space))
        if (auto position = toAffine(at))
          values = values.equate(use.str(), *position);
    Names base{value};
    for (const std::string &name : values.names())
      if (isBase(name))
        base.push_back(name);
    all = all.unite(values.projectOnto(base));
  }
  return all.intersect(kernel.assumptions.flat()).coalesce().simpleHull();
}

bool CopyKeeper::keep(size_t axis) {
  for (size_t a = axis + 1; a < var.axes.size(); ++a)
    if (!isReused(var.axes[a]) && var.axes[a].name == var.axes[axis].name)
      return false; // it has copies already, which were not enough
  Set values = valuesOf(axis);
  if (!values)
    return false;
  Names base;
  for (const std::string &name : values.names())
    if (isBase(name))
      base.push_back(name);
  if (!values.boundedBelow(value) || !values.boundedAbove(value))
    return false;
  PwAff low = values.minOf(value, base);
  const std::string offset = auxiliaryName("offset");
  auto most = values.equate(offset, PwAff::name(value) - low).maxConst(offset);
  if (!most)
    return false;
  if (*most >= mostCopies)
    return false;
  kept[axis] = {fromAffine(low.gist(low.domain()), kernel.assumptions),
                *most + 1};
  return true;
}

InstructionPtr CopyKeeper::rewritten(const InstructionPtr &insn) const {
  std::map<GridAxis, Coordinate> positions;
  for (const HardwareAxisUse &axis : placement.axes())
    if (Coordinate at = placement.coordinate(kernel, *insn, axis))
      positions[axis] = at;
  auto positionOf = [&](const Expr &reference) -> const Expr * {
    const auto *ref = reference.getIf<AxisRef>();
    auto known = ref ? positions.find(ref->axis) : positions.end();
    return known == positions.end() ? nullptr : &known->second;
  };
  return mapExprs(insn, [&](const Expr &e) {
    return rewrite(e, [&](const Expr &node) {
      const auto *array = node.getIf<ArrayRef>();
      if (!array || array->name != var.name)
        return node;
      std::vector<Expr> subscripts = array->subscripts;
      for (const auto &[axis, copies] : kept)
        subscripts.push_back(
            fold(array->subscripts[axis] -
                 substituteReferences(copies.low, positionOf)));
      return Expr::array(array->name, std::move(subscripts), node.type());
    });
  });
}

Kernel CopyKeeper::result() const {
  Variable wide = var;
  for (const auto &[axis, copies] : kept)
    wide.axes.push_back({Expr::integer(copies.extent), outermostAxis(wide),
                         var.axes[axis].name});
  Kernel changed = kernel;
  changed.setVariable(std::make_shared<const Variable>(wide));
  for (InstructionPtr &insn : changed.instructions)
    insn = rewritten(insn);
  return changed;
}

// The reused axes in which the values of a clash differ.
static std::vector<size_t> axesApart(const Clash &clash,
                                     const DependenceGraph &graph) {
  const AccessInfo &source = graph.accesses()[clash.source];
  const AccessInfo &sink = graph.accesses()[clash.sink];
  const Instruction &sinkInsn = *graph.kernel().instructions[sink.instruction];
  std::vector<size_t> result;
  for (size_t a = 0; a < clash.from->axes.size(); ++a) {
    if (!isReused(clash.from->axes[a]))
      continue;
    auto x = toAffine(source.location[a]);
    auto y = toAffine(primedExpr(sink.location[a], sinkInsn));
    if (!x || !y || !clash.pairs.intersect(x->ne(*y)).isEmpty())
      result.push_back(a);
  }
  return result;
}

std::optional<Kernel> loopyc::withNeededCopies(const Kernel &kernel,
                                               const LoopTree &tree,
                                               const Placement &placement,
                                               DependenceGraph &graph) {
  ReuseProof proof(kernel, tree, placement, graph);
  std::optional<Clash> clash = proof.findClash();
  if (!clash)
    return std::nullopt;
  if (clash->from->name != clash->to->name || !clash->from->baseStorage.empty())
    proof.refuse(*clash);
  CopyKeeper keeper(kernel, placement, graph, *clash->from, clash->shared);
  for (size_t axis : axesApart(*clash, graph))
    if (!keeper.keep(axis))
      proof.refuse(*clash);
  return keeper.result();
}
