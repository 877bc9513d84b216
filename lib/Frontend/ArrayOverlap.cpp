#include "ArrayOverlap.h"

#include "AssignedNames.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;
using poly::Set;

namespace {

// An element that is read or written, in loops inside of the nest.
struct Access {
  std::vector<Expr> subscripts;
  Nest inner;
};

// --- accesses of one array
class Accesses {
public:
  explicit Accesses(const std::string &array) : array(array) {}

  void add(const Block &block) {
    for (const Statement &statement : block) {
      for (const FunctionReference &reference : statement.facts.references)
        add(reference);
      match(
          statement.value,
          [&](const AssignmentStatement &s) {
            read(s.value);
            if (const auto *target = s.assignee.getIf<ArrayRef>()) {
              for (const Expr &subscript : target->subscripts)
                read(subscript);
              if (target->name == array)
                writes.push_back({target->subscripts, inner});
            }
          },
          [&](const DoStatement &s) {
            read(s.first);
            read(s.last);
            inner.push_back({s.variable, s.type, s.first, s.last, s.step});
            add(s.body);
            inner.pop_back();
          },
          [&](const IfStatement &s) {
            for (const Branch &branch : s.branches) {
              for (const FunctionReference &reference : branch.facts.references)
                add(reference);
              read(branch.condition);
              add(branch.body);
            }
          },
          [&](const auto &) { unknown = true; });
    }
  }

  std::vector<Access> reads, writes;
  bool unknown = false; // what is accessed where

private:
  void add(const FunctionReference &reference) {
    for (const Argument &argument : reference.arguments)
      if (const Expr *value = std::get_if<Expr>(&argument.value))
        read(*value);
      else if (const auto *view = std::get_if<ArrayView>(&argument.value)) {
        unknown |= view->path.front().name == array;
        forEachExpr(*view, [&](const Expr &e) {
          unknown |= namesIn(e).count(array) != 0;
        });
      }
  }

  void read(const Expr &e) {
    if (!e)
      return;
    walk(e, [&](const Expr &node) {
      if (const auto *element = node.getIf<ArrayRef>())
        if (element->name == array)
          reads.push_back({element->subscripts, inner});
      return true;
    });
  }

  std::string array;
  Nest inner;
};

// --- two accesses of different iterations
class Pairs {
public:
  explicit Pairs(const Nest &nest) : nest(nest) {
    for (const NestLoop &loop : nest)
      primed.emplace(loop.variable, Expr::var(loop.variable + "'", loop.type));
  }

  // { v, v' : iteration v of the one and v' of the other touch one element }
  Set of(const Access &one, const Access &other) {
    Set pairs = Set::universe();
    Substitution first, second = primed;
    enter(nest, first, pairs);
    enter(nest, second, pairs);
    enterInner(one.inner, "w", first, pairs);
    enterInner(other.inner, "r", second, pairs);
    for (size_t a = 0; a < one.subscripts.size(); ++a) {
      std::optional<PwAff> x = affine(one.subscripts[a], first),
                           y = affine(other.subscripts[a], second);
      if (x && y)
        pairs = pairs.intersect(x->eq(*y));
    }
    return pairs;
  }

  // { v, v' : v = v' }, of one loop
  Set equal(const NestLoop &loop) const {
    return PwAff::name(loop.variable).eq(PwAff::name(loop.variable + "'"));
  }
  Set equal() const {
    Set result = Set::universe();
    for (const NestLoop &loop : nest)
      result = result.intersect(equal(loop));
    return result;
  }

  // { v, v' : v comes before v' }
  Set before(const std::vector<bool> &backwards) const {
    Set result = Set::empty(), outer = Set::universe();
    for (size_t l = 0; l < nest.size(); ++l) {
      PwAff v = PwAff::name(nest[l].variable),
            other = PwAff::name(nest[l].variable + "'");
      bool descends = (nest[l].step < 0) != backwards[l];
      result =
          result.unite(outer.intersect(descends ? v.gt(other) : v.lt(other)));
      outer = outer.intersect(equal(nest[l]));
    }
    return result;
  }

private:
  void enterInner(const Nest &loops, const char *mark, Substitution &names,
                  Set &pairs) {
    for (const NestLoop &loop : loops)
      names.emplace(loop.variable,
                    Expr::var(loop.variable + "#" + mark, loop.type));
    enter(loops, names, pairs);
  }

  // The iterations of the loops, under these names.
  void enter(const Nest &loops, const Substitution &names, Set &pairs) {
    for (const NestLoop &loop : loops) {
      std::optional<PwAff> v =
          affine(Expr::var(loop.variable, loop.type), names);
      std::optional<PwAff> first = affine(loop.first, names),
                           last = affine(loop.last, names);
      if (last)
        pairs = pairs.intersect(loop.step > 0 ? v->le(*last) : v->ge(*last));
      if (!first)
        continue;
      pairs = pairs.intersect(loop.step > 0 ? v->ge(*first) : v->le(*first));
      if (int64_t step = std::abs(loop.step); step != 1)
        pairs = pairs.intersect(
            (*v - *first).floorMod(step).eq(PwAff::constant(0)));
    }
  }

  std::optional<PwAff> affine(const Expr &e, const Substitution &names) {
    return toAffine(substitute(abstracted(e, names), names));
  }

  // What no iteration changes, and is not affine, as a name of its own.
  Expr abstracted(const Expr &e, const Substitution &names) {
    bool varies = false;
    walk(e, [&](const Expr &node) {
      const VarRef *var = node.getIf<VarRef>();
      varies |= var && (names.count(var->name) || primed.count(var->name));
      return !varies;
    });
    if (!varies && !e.getIf<VarRef>() && !toAffine(e)) {
      auto known = std::find(invariants.begin(), invariants.end(), e);
      size_t number = static_cast<size_t>(known - invariants.begin());
      if (known == invariants.end())
        invariants.push_back(e);
      return Expr::var("invariant#" + std::to_string(number), e.type());
    }
    std::vector<Expr> parts = operands(e);
    for (Expr &part : parts)
      part = abstracted(part, names);
    return parts.empty() ? e : withOperands(e, parts);
  }

  const Nest &nest;
  Substitution primed;
  std::vector<Expr> invariants;
};

// Fortran assigns no element twice in one statement, so the same subscripts
// mean the same iteration, whatever they are.
bool plainlySame(const Access &one, const Access &other) {
  return one.subscripts == other.subscripts && one.inner.empty() &&
         other.inner.empty();
}

std::vector<bool> directions(size_t number, size_t loops) {
  std::vector<bool> result;
  for (size_t l = 0; l < loops; ++l)
    result.push_back((number >> l) & 1);
  return result;
}

constexpr size_t maxLoopsToTurn = 4;

} // namespace

Block frontend::inLoops(const Nest &nest, Block body, const Statement &like,
                        const std::vector<bool> &backwards) {
  for (size_t l = nest.size(); l-- > 0;) {
    const NestLoop &loop = nest[l];
    DoStatement made;
    made.variable = loop.variable;
    made.type = loop.type;
    made.first = Expr::cast(loop.first, loop.type);
    made.last = Expr::cast(loop.last, loop.type);
    made.step = loop.step;
    made.stride = loop.stride;
    if (l < backwards.size() && backwards[l]) {
      made.step = -made.step;
      std::swap(made.first, made.last);
    }
    made.body = std::move(body);
    Statement statement;
    statement.range = like.range;
    statement.line = like.line;
    statement.value = std::move(made);
    body.clear();
    body.push_back(std::move(statement));
  }
  return body;
}

static void addAssigned(const Block &body, std::set<std::string> &names) {
  for (const Statement &statement : body) {
    if (const auto *s = std::get_if<AssignmentStatement>(&statement.value))
      if (const auto *target = s->assignee.getIf<ArrayRef>())
        names.insert(target->name);
    forEachBlock(statement, [&](const Block &b) { addAssigned(b, names); });
  }
}

std::vector<std::string> frontend::assignedArrays(const Block &body) {
  std::set<std::string> names;
  addAssigned(body, names);
  return {names.begin(), names.end()};
}

bool frontend::mentionsName(const Block &body, const std::string &name) {
  Accesses accesses(name);
  accesses.add(body);
  return accesses.unknown || !accesses.reads.empty() ||
         !accesses.writes.empty();
}

Overlap frontend::overlap(const Nest &nest, const Block &body,
                          const std::string &array) {
  Accesses accesses(array);
  accesses.add(body);
  Overlap result;
  if (accesses.unknown)
    return result;
  Pairs pairs(nest);
  // With an element that the first writes and the second reads or writes.
  Set flow = Set::empty(), output = Set::empty();
  for (const Access &write : accesses.writes) {
    for (const Access &read : accesses.reads)
      if (!plainlySame(write, read))
        flow = flow.unite(pairs.of(write, read));
    for (const Access &other : accesses.writes)
      if (&other != &write && !plainlySame(write, other))
        output = output.unite(pairs.of(write, other));
  }
  Set all = flow.unite(output).coalesce();
  result.sameElements = all.isSubset(pairs.equal());
  result.isParallel =
      std::any_of(nest.begin(), nest.end(), [&](const NestLoop &loop) {
        return all.isSubset(pairs.equal(loop));
      });
  if (!output.isSubset(pairs.equal()) || nest.size() > maxLoopsToTurn)
    return result;
  for (size_t n = 0; n < (size_t(1) << nest.size()); ++n) {
    std::vector<bool> backwards = directions(n, nest.size());
    if (!flow.isDisjoint(pairs.before(backwards)))
      continue;
    result.order = backwards;
    break;
  }
  return result;
}
