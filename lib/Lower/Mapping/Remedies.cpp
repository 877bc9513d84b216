#include "Mapping/Remedies.h"

#include "Mapping/MappingScript.h"
#include "Mapping/PrivateReason.h"
#include "Mapping/Wavefronts.h"
#include "loopyc/Analysis/DependenceError.h"
#include "loopyc/Analysis/IndexArrays.h"
#include "loopyc/IR/Atomics.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/Parameters.h"
#include "loopyc/Transform/Privatize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using poly::PwAff;
using poly::Set;

namespace {

enum class Kind { Atomic, Map, Assume, Private, NoSync };

// Against all that the loop carries of one variable.
struct Remedy {
  Kind kind = Kind::NoSync;
  // What is to be done, or to be true: "make the updates atomic"; "" where that
  // is said of several variables together, as the calls of copies are.
  std::string clause;
  std::vector<std::string> calls;
  std::function<Kernel(const Kernel &)> apply;
  // Does it take copies that nobody makes without being asked?
  bool isLarge = false;
};

using ByKind = std::map<Kind, Remedy>;
using OfVariables = std::map<std::string, ByKind>;

class RemedyFinder {
public:
  RemedyFinder(const LoopNest &loop, LoopFacts &facts, LoopFacts &small)
      : kernel(facts.kernel()), loop(loop), facts(facts), small(small),
        graph(facts.dependences().graph()) {}

  LoopRemedies run();

private:
  using Carried = std::vector<const CarriedDependence *>;

  ByKind remediesOf(const std::string &variable, const Carried &carried);
  std::optional<Remedy> atomic(const std::string &variable,
                               const Carried &carried) const;
  std::optional<Remedy> map(const Carried &carried, bool areNested) const;
  std::optional<Remedy> assumption(const Carried &carried);
  std::optional<Remedy> copies(const std::string &variable) const;
  std::optional<Remedy> noSync(const std::string &variable);
  bool isScratch(const std::string &variable) const;
  std::vector<const AccessInfo *> accessesOf(const std::string &variable) const;
  std::string premiseOfNoSync(const std::string &variable) const;
  bool isReal(const CarriedDependence &carried);
  Carried plainFirst(Carried carried) const;
  bool helps(Remedy &remedy, const std::string &variable) const;
  bool wantsLargeCopies(const OfVariables &remedies) const;

  const DependenceEdge &edgeOf(const CarriedDependence &carried) const {
    return graph.edges()[carried.edge];
  }
  const AccessInfo &sourceOf(const CarriedDependence &carried) const {
    return graph.accesses()[edgeOf(carried).sourceAccess];
  }
  const AccessInfo &sinkOf(const CarriedDependence &carried) const {
    return graph.accesses()[edgeOf(carried).sinkAccess];
  }

  const Kernel &kernel;
  const LoopNest &loop;
  LoopFacts &facts, &small;
  DependenceGraph &graph;
};

} // namespace

using Words = std::vector<std::string>;

static std::string listed(const Words &names, const char *last) {
  std::string text;
  for (size_t at = 0; at < names.size(); ++at)
    text += (at == 0                 ? "'"
             : at + 1 < names.size() ? ", '"
                                     : last + std::string(" '")) +
            names[at] + "'";
  return text;
}

static void addNew(Words &to, const Words &some) {
  for (const std::string &one : some)
    if (!one.empty() && !llvm::is_contained(to, one))
      to.push_back(one);
}

// Is nothing carried of the variable, or of what a remedy put in its place,
// where this was said?
bool RemedyFinder::helps(Remedy &remedy, const std::string &variable) const {
  try {
    const Kernel said = remedy.apply(kernel);
    DependenceGraph ofIt(said, [&](AccessInfo &access) {
      return access.variable == variable ||
             !kernel.findVariable(access.variable);
    });
    LoopNests nests(said);
    const LoopNest *same = findLoop(nests.root(), loop.iname);
    if (!same)
      return false;
    LoopFacts then(ofIt, CopySize::Any);
    if (then.noReduction({same}, then.carriedBy(*same)))
      return false;
    LoopFacts thenSmall(ofIt, CopySize::Small);
    remedy.isLarge = thenSmall.noReduction({same}, thenSmall.carriedBy(*same));
    return true;
  } catch (const UserError &) {
    return false;
  }
}

// --- the kinds

std::optional<Remedy> RemedyFinder::atomic(const std::string &variable,
                                           const Carried &carried) const {
  for (const CarriedDependence *one : carried) {
    const AccessInfo &source = sourceOf(*one);
    VariablePtr var = kernel.findVariable(source.variable);
    if (!source.update || source.update != sinkOf(*one).update ||
        !obstacleToAtomic(*source.update, var->type).empty())
      return std::nullopt;
  }
  return Remedy{Kind::Atomic,
                "make the updates atomic",
                {"make_atomic(knl, " + quoted(variable) + ")"},
                [=](const Kernel &k) { return makeAtomic(k, variable); }};
}

// Of accesses that go by one index array each. With those by which its own
// elements are found, too: the rows of a matrix.
std::optional<Remedy> RemedyFinder::map(const Carried &carried,
                                        bool areNested) const {
  std::vector<IndexArray> maps;
  auto add = [&](const IndexArray &map) {
    if (!map.name.empty() && !isKnown(kernel, map) &&
        !llvm::is_contained(maps, map))
      maps.push_back(map);
  };
  for (const CarriedDependence *one : carried)
    for (const AccessInfo *end : {&sourceOf(*one), &sinkOf(*one)}) {
      std::vector<IndexArray> own = indexArraysOf(kernel, *end);
      if (own.size() != 1)
        continue;
      add(own.front());
      if (areNested)
        llvm::for_each(indexArraysOf(kernel, *end, own.front()), add);
    }
  Remedy remedy;
  remedy.kind = Kind::Map;
  for (const IndexArray &map : maps) {
    remedy.clause +=
        (remedy.clause.empty() ? "say that " : " and that ") + premiseOf(map);
    remedy.calls.push_back("assert_map(knl, " + quoted(map.name) + ", " +
                           factOf(map) + "=True)");
  }
  remedy.apply = [maps](Kernel k) {
    for (const IndexArray &map : maps) {
      MapFacts said;
      (map.isStart ? said.increasing : said.injective) = true;
      k = assertMap(k, map.name, said);
    }
    return k;
  };
  return maps.empty() ? std::nullopt : std::optional(std::move(remedy));
}

// Does it bound loops? Few have none to do.
static bool isCount(const Kernel &kernel, const std::string &name) {
  return llvm::any_of(kernel.domains,
                      [&](const Set &domain) { return domain.involves(name); });
}

// Sizes in the words of a script, at which no more than the pairs' are left
// out: a parameter beyond all of these, or a distance no less than what bounds
// the loop.
static std::vector<std::pair<std::string, Set>>
conditionsOn(const Kernel &kernel, const poly::Names &distances,
             const poly::Names &bounds, const Set &sizes) {
  std::vector<std::pair<std::string, Set>> result;
  for (const std::string &name : distances) {
    PwAff value = PwAff::name(name);
    if (auto most = sizes.maxConst(name))
      result.push_back({name + " >= " + std::to_string(*most + 1),
                        value.gt(PwAff::constant(*most))});
    if (auto least = sizes.minConst(name); least && !isCount(kernel, name))
      result.push_back({name + " <= " + std::to_string(*least - 1),
                        value.lt(PwAff::constant(*least))});
    for (const std::string &bound : bounds)
      if (name != bound)
        result.push_back({name + " >= " + bound, value.ge(PwAff::name(bound))});
  }
  return result;
}

// Sizes at which the loop has iterations, and none of the pairs.
std::optional<Remedy> RemedyFinder::assumption(const Carried &carried) {
  poly::Names names, distances, bounds;
  const Set &domain = kernel.domains[kernel.domainOf(loop.iname)];
  for (const VariablePtr &argument : kernel.arguments) {
    const std::string &name = argument->name;
    if (!argument->isValue() || !argument->type.isInteger())
      continue;
    names.push_back(name);
    if (domain.involves(name))
      bounds.push_back(name);
    if (llvm::any_of(carried, [&](const CarriedDependence *one) {
          return mentions(sourceOf(*one).reference, name) ||
                 mentions(sinkOf(*one).reference, name);
        }))
      distances.push_back(name);
  }
  Set sizes = Set::empty(), several = Set::universe();
  for (const CarriedDependence *one : carried) {
    const DependenceEdge &edge = edgeOf(*one);
    sizes = sizes.unite(one->pairs.flat().projectOnto(names));
    Set there = graph.instances().of(edge.sink).rename(
        primes(*kernel.instructions[edge.sink]));
    several = several.intersect(
        graph.instances()
            .of(edge.source)
            .intersect(there)
            .intersect(
                PwAff::name(loop.iname).ne(PwAff::name(primed(loop.iname))))
            .projectOnto(names)
            .intersect(kernel.assumptions));
  }
  for (const auto &[text, condition] :
       conditionsOn(kernel, distances, bounds, sizes))
    if (several.intersect(condition).intersect(sizes).isEmpty() &&
        !several.intersect(condition).isEmpty())
      return Remedy{Kind::Assume,
                    "say that " + text,
                    {"assume(knl, " + quoted(text) + ")"},
                    [text = text, condition = condition](const Kernel &k) {
                      return assume(k, condition, text);
                    }};
  return std::nullopt;
}

std::vector<const AccessInfo *>
RemedyFinder::accessesOf(const std::string &variable) const {
  std::vector<const AccessInfo *> result;
  for (const AccessInfo &access : graph.accesses())
    if (access.variable == variable &&
        llvm::is_contained(loop.instructions, access.instruction))
      result.push_back(&access);
  return result;
}

// An argument of which each iteration overwrites what the one before left, for
// its subscripts say nothing of the loop, and that nothing else reads.
bool RemedyFinder::isScratch(const std::string &variable) const {
  bool isRead = false;
  for (const AccessInfo &access : graph.accesses())
    if (access.variable == variable && !access.write &&
        !llvm::is_contained(loop.instructions, access.instruction))
      return false;
  for (const AccessInfo *access : accessesOf(variable)) {
    isRead |= !access->write;
    if (access->reference.getIf<VarRef>() || access->update ||
        mentions(access->reference, loop.iname) ||
        !indexArraysOf(kernel, *access).empty())
      return false;
  }
  return isRead;
}

// Where nothing behind the loop wants what is left in it.
std::optional<Remedy> RemedyFinder::copies(const std::string &variable) const {
  bool isTemporary = facts.dependences().mayBePrivate(variable);
  if (isTemporary ? facts.dependences().readerBehind(variable, loop) >= 0
                  : !isScratch(variable))
    return std::nullopt;
  return Remedy{
      Kind::Private, "", {}, [=, iname = loop.iname](const Kernel &k) {
        return privatize(k, {variable}, {iname});
      }};
}

static InstructionFilter withIds(const std::set<std::string> &ids) {
  return [ids](const Kernel &, const Instruction &insn) {
    return ids.count(insn.id) > 0;
  };
}

// "id:s1_0 or id:str_0"
static std::string queryOf(const std::set<std::string> &ids) {
  std::string text;
  for (const std::string &id : ids)
    text += (text.empty() ? "id:" : " or id:") + id;
  return quoted(text);
}

// Do both have the same subscripts wherever data say what these are?
static bool goByTheSame(const std::vector<IndexArray> &maps,
                        const std::vector<IndexArray> &others) {
  if (maps != others)
    return false;
  for (size_t at = 0; at < maps.size(); ++at)
    if (maps[at].subscript != others[at].subscript)
      return false;
  return true;
}

// Where all go by the same elements of several index arrays, it is these that
// something is said of.
std::string RemedyFinder::premiseOfNoSync(const std::string &variable) const {
  const auto accesses = accessesOf(variable);
  std::vector<IndexArray> maps = indexArraysOf(kernel, *accesses.front());
  auto isAlike = [&](const AccessInfo *access) {
    return goByTheSame(maps, indexArraysOf(kernel, *access));
  };
  bool areNamed = llvm::all_of(maps, [](const IndexArray &map) {
    return !map.name.empty() && !map.isStart;
  });
  if (maps.size() < 2 || !areNamed || !llvm::all_of(accesses, isAlike))
    return "";
  Words names;
  for (const IndexArray &map : maps)
    addNew(names, {map.name});
  return "assert that no two iterations have the same values of " +
         listed(names, " and");
}

// All pairs that may touch one element: an assertion about the first alone
// would only lead to the next. Not where one is shown to be real.
std::optional<Remedy> RemedyFinder::noSync(const std::string &variable) {
  // Iterations of an endless loop follow one another.
  if (isEndless(kernel, loop.iname) ||
      facts.dependences().mayBePrivate(variable) ||
      kernel.findVariable(variable)->isScalar())
    return std::nullopt;
  std::set<std::string> writers, users;
  for (const AccessInfo *access : accessesOf(variable)) {
    const std::string &id = facts.insn(access->instruction).id;
    users.insert(id);
    if (access->write)
      writers.insert(id);
  }
  // What is asserted of two instructions holds for all that they touch.
  for (const DependenceEdge &edge : graph.edges()) {
    const std::string &source = facts.insn(edge.source).id,
                      &sink = facts.insn(edge.sink).id;
    if (!users.count(source) || !users.count(sink) ||
        (!writers.count(source) && !writers.count(sink)))
      continue;
    Set pairs = facts.dependences().apart(edge, loop);
    if (pairs && isShown(kernel, graph, edge, pairs))
      return std::nullopt;
  }
  const bool isBoth = writers != users;
  return Remedy{Kind::NoSync,
                premiseOfNoSync(variable),
                {"add_nosync(knl, \"any\", " + queryOf(writers) + ", " +
                 queryOf(users) + (isBoth ? ", bidirectional=True)" : ")")},
                [=](const Kernel &k) {
                  return addNosync(k, NoSync{true, true}, withIds(writers),
                                   withIds(users), isBoth);
                }};
}

// What takes longer than a reader would wait for it is none.
static constexpr unsigned long mostOperations = 300000;

ByKind RemedyFinder::remediesOf(const std::string &variable,
                                const Carried &carried) {
  ByKind result;
  auto tryOne = [&](const std::function<std::optional<Remedy>()> &find) {
    try {
      poly::OperationLimit limit(mostOperations);
      std::optional<Remedy> remedy = find();
      if (remedy && helps(*remedy, variable))
        result.emplace(remedy->kind, std::move(*remedy));
    } catch (const poly::TooComplex &) {
    }
  };
  tryOne([&] { return atomic(variable, carried); });
  tryOne([&] { return map(carried, false); });
  tryOne([&] { return map(carried, true); });
  tryOne([&] { return assumption(carried); });
  tryOne([&] { return copies(variable); });
  tryOne([&] { return noSync(variable); });
  return result;
}

// --- all of them together

// Of variables of which each iteration is to have one of its own.
static void addCopies(const Kernel &kernel, const std::string &iname,
                      const Words &variables, Words &clauses, Words &calls) {
  Words own, arguments;
  for (const std::string &name : variables)
    (kernel.findVariable(name)->isTemporary() ? own : arguments)
        .push_back(name);
  if (!own.empty())
    clauses.push_back("assert that each iteration reads of " +
                      listed(own, " and") + " what it has written itself");
  if (!arguments.empty())
    clauses.push_back("say that nobody needs what is in " +
                      listed(arguments, " and") + " afterwards");
  if (!variables.empty())
    calls.push_back("privatize(knl, " + quoted(llvm::join(variables, ", ")) +
                    ", " + quoted(iname) + ")");
}

// A remedy of the kind where the variable has one, else its first; and what
// asks for large copies, of others too.
static std::string textOf(Kind kind, const Kernel &kernel,
                          const std::string &iname, const OfVariables &remedies,
                          bool areLarge) {
  Words clauses, calls, own, unordered;
  for (const auto &[variable, ways] : remedies) {
    auto wanted = ways.find(kind);
    const Remedy &remedy =
        wanted == ways.end() ? ways.begin()->second : wanted->second;
    addNew(clauses, {remedy.clause});
    addNew(calls, remedy.calls);
    areLarge |= remedy.isLarge;
    if (remedy.kind == Kind::Private)
      own.push_back(variable);
    if (remedy.kind == Kind::NoSync && remedy.clause.empty())
      unordered.push_back(variable);
  }
  addCopies(kernel, iname, own, clauses, calls);
  if (!unordered.empty())
    clauses.push_back("assert that no iteration touches an element of " +
                      listed(unordered, " or") + " that another one writes");
  if (areLarge) {
    clauses.push_back("ask for large copies by the loop's tag");
    calls.push_back("tag_inames(knl, " + quoted(iname + ":g.0") + ")");
  }
  bool isPlain = clauses.size() == 1 && kind == Kind::Atomic;
  return llvm::join(clauses, ", and ") + (isPlain ? " in a script, " : ": ") +
         llvm::join(calls, "; ");
}

// Of each variable, so many pairs of places are looked at for one that shows
// that they meet.
static constexpr size_t mostShown = 3;

// Of values that are not meant to be each iteration's own?
bool RemedyFinder::isReal(const CarriedDependence &carried) {
  try {
    poly::OperationLimit limit(mostOperations);
    return whyNotPrivate(loop, facts, edgeOf(carried)).empty() &&
           isShown(kernel, graph, edgeOf(carried), carried.pairs);
  } catch (const poly::TooComplex &) {
    return false;
  }
}

// Those first whose ends run whatever the data are: they are shown most easily.
RemedyFinder::Carried RemedyFinder::plainFirst(Carried carried) const {
  auto isPlain = [&](const CarriedDependence *one) {
    return facts.insn(edgeOf(*one).source).predicates.empty() &&
           facts.insn(edgeOf(*one).sink).predicates.empty();
  };
  std::stable_partition(carried.begin(), carried.end(), isPlain);
  return carried;
}

// Of temporaries that nothing else is to be said of.
bool RemedyFinder::wantsLargeCopies(const OfVariables &remedies) const {
  return llvm::any_of(small.carriedBy(loop), [&](const CarriedDependence
                                                     &carried) {
    const std::string &name =
        small.dependences()
            .graph()
            .accesses()
                [small.dependences().graph().edges()[carried.edge].sourceAccess]
            .variable;
    return !remedies.count(name) && facts.dependences().isPrivateTo(name, loop);
  });
}

LoopRemedies RemedyFinder::run() {
  LoopRemedies result;
  std::vector<std::pair<std::string, Carried>> byVariable;
  for (const CarriedDependence &carried : facts.carriedBy(loop))
    if (facts.noReduction({&loop}, {carried})) {
      if (!result.toTell)
        result.toTell = &carried;
      const std::string &variable = sourceOf(carried).variable;
      auto known = llvm::find_if(
          byVariable, [&](const auto &one) { return one.first == variable; });
      if (known == byVariable.end())
        known = byVariable.insert(known, {variable, {}});
      known->second.push_back(&carried);
      if (edgeOf(carried).added ||
          sourceOf(carried).variable != sinkOf(carried).variable) {
        result.toTell = &carried;
        return result; // storage that two share
      }
    }
  OfVariables remedies;
  bool isStuck = false;
  for (const auto &[variable, carried] : byVariable) {
    remedies[variable] = remediesOf(variable, carried);
    if (!remedies[variable].empty())
      continue;
    if (!isStuck)
      result.toTell = carried.front();
    isStuck = true;
    const Carried easy = plainFirst(carried);
    for (size_t at = 0; at < std::min(easy.size(), mostShown); ++at)
      if (!result.isReal && isReal(*easy[at])) {
        result.toTell = easy[at];
        result.isReal = true;
      }
  }
  if (isStuck) {
    result.wavefronts = wavefrontsOf(loop, small);
    return result;
  }
  const bool areLarge = wantsLargeCopies(remedies);
  for (Kind kind :
       {Kind::Atomic, Kind::Map, Kind::Assume, Kind::Private, Kind::NoSync}) {
    bool isThere = llvm::any_of(
        remedies, [&](const auto &one) { return one.second.count(kind) > 0; });
    if (!isThere)
      continue;
    std::string text = textOf(kind, kernel, loop.iname, remedies, areLarge);
    if (llvm::is_contained(result.texts, text))
      continue;
    result.isAtomic |= kind == Kind::Atomic;
    result.texts.push_back(std::move(text));
  }
  return result;
}

LoopRemedies loopyc::remediesFor(const LoopNest &loop, LoopFacts &facts,
                                 LoopFacts &small) {
  return RemedyFinder(loop, facts, small).run();
}
