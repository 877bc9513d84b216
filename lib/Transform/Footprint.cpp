#include "Footprint.h"

#include "Dataflow.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Poly/Complexity.h"
#include "loopyc/Poly/OperationLimit.h"
#include "loopyc/Poly/PwQPolynomial.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using poly::Names;
using poly::PwAff;
using poly::Set;

// Usual footprints take less than a hundred thousand; these, about a second,
// and some seconds where numbers are large.
static const unsigned long mostFootprintOperations = 500000;

Footprint::Footprint(const Kernel &kernel, std::vector<std::string> outer,
                     std::vector<std::string> inames, std::string phrase)
    : kernel(kernel), outer(std::move(outer)), phrase(std::move(phrase)),
      wholes(inames.size()), clips(inames.size()) {
  for (std::string &iname : inames)
    list.push_back({std::move(iname), Expr(), Expr()});
}

// Is each index the same iname of constant range in every touch, unguarded and
// independent of the others? Then the ranges of the inames are the footprint.
bool Footprint::isPlain() const {
  if (elements)
    return false;
  for (size_t a = 0; a < list.size(); ++a) {
    const auto *index = touches.front().indices[a].getIf<VarRef>();
    if (!index || wholes[a] || clips[a])
      return false;
    for (const Touch &touch : touches)
      if (touch.isGuarded || touch.indices[a] != touches.front().indices[a])
        return false;
    int d = kernel.domainOf(index->name);
    if (d < 0 || kernel.domains[d].dims().size() != 1 ||
        !kernel.domains[d].params().empty())
      return false;
  }
  return true;
}

void Footprint::finishPlain() {
  for (size_t a = 0; a < list.size(); ++a) {
    const std::string &index = touches.front().indices[a].getIf<VarRef>()->name;
    const Set &range = kernel.domains[kernel.domainOf(index)];
    int64_t low = range.minConst(index).value_or(0);
    int64_t high = range.maxConst(index).value_or(low);
    list[a].base = Expr::integer(low);
    list[a].extent = Expr::integer(high - low + 1);
    PwAff shifted = PwAff::name(list[a].iname) + PwAff::constant(low);
    std::string old = indexName(a);
    Set set = low == 0 && list[a].iname != index
                  ? range.flat().rename({{index, list[a].iname}})
                  : range.flat()
                        .rename({{index, old}})
                        .equate(old, shifted)
                        .project({old});
    sets.push_back(set.withDims({list[a].iname}));
  }
}

void Footprint::add(const Touch &touch) { touches.push_back(touch); }

void Footprint::unite(const Touch &touch) {
  Set here = touch.instances;
  for (size_t a = 0; a < list.size(); ++a) {
    if (wholes[a])
      continue;
    auto index = toAffine(touch.indices[a]);
    if (!index)
      throw UserError(phrase + ": the index " + touch.indices[a].str() +
                          " is not an affine function of inames and "
                          "parameters, so the range that it spans is unknown",
                      touch.range);
    here = here.intersect(PwAff::name(indexName(a)).eq(*index));
  }
  Names keep = outer;
  for (size_t a = 0; a < list.size(); ++a)
    keep.push_back(indexName(a));
  Names gone;
  for (const std::string &name : here.names())
    if (kernel.hasIname(name) &&
        std::find(keep.begin(), keep.end(), name) == keep.end())
      gone.push_back(name);
  touched = touched.unite(here.project(gone)).coalesce();
}

static Set interval(const std::string &index, const PwAff &extent) {
  PwAff x = PwAff::name(index);
  return x.ge(PwAff::constant(0)).intersect(x.lt(extent));
}

void Footprint::setWholeAxis(size_t a, const Expr &extent) {
  auto size = extent ? toAffine(extent) : std::nullopt;
  if (!size)
    throw UserError(phrase + ": axis " + std::to_string(a) +
                    " has no known extent, so it cannot be taken as a whole; "
                    "give sweep inames instead");
  wholes[a] = interval(indexName(a), *size);
}

void Footprint::clip(size_t a, const Expr &extent) {
  if (auto size = extent ? toAffine(extent) : std::nullopt)
    clips[a] = interval(indexName(a), *size);
}

Expr Footprint::shifted(size_t a, const Expr &index) const {
  Expr base = list[a].base;
  if (base.type() != index.type())
    base = Expr::cast(base, index.type());
  return asInteger(list[a].base) == 0 ? index : fold(index - base);
}

// The number of elements along an axis.
static std::string countName() { return auxiliaryName("count"); }

static Names withCount(Names names) {
  names.push_back(countName());
  return names;
}

// Base and extent of an axis.
void Footprint::measure(size_t a, const Names &known) {
  std::string index = indexName(a);
  Names others;
  for (size_t b = 0; b < list.size(); ++b)
    if (b != a)
      others.push_back(indexName(b));
  Set own = touched.project(others);
  try {
    lows.push_back(own.minOf(index, known));
    highs.push_back(own.maxOf(index, known));
  } catch (const poly::TooComplex &) {
    throw;
  } catch (const UserError &error) {
    throw UserError(phrase + ": the range of '" + list[a].iname +
                    "' has no bound: " + error.what());
  }
  Set context = own.project({index});
  bases.push_back(plainBase(a, context));
  list[a].base = fromAffine(bases[a].gist(context), context);
  list[a].extent = largest(countsFrom(bases[a], a), a, known);
}

// { count : count elements from `base` to the last one }
Set Footprint::countsFrom(const PwAff &base, size_t a) const {
  PwAff count = highs[a] - base + PwAff::constant(1);
  return PwAff::name(countName()).eq(count).intersect(kernel.assumptions);
}

// Where elements begin, by one affine function for all iterations around, if
// there is one that takes no more room. Tiles that begin before their loop do,
//   i = 32*i_outer + i_inner >= 3: u[i - 3]
// read from max(0, 32*i_outer - 3) on; from 32*i_outer - 3 they all are alike.
PwAff Footprint::plainBase(size_t a, const Set &context) const {
  const std::vector<PwAff> cases = poly::affineCases(lows[a]);
  if (cases.size() < 2)
    return lows[a];
  const auto most = countsFrom(lows[a], a).maxConst(countName());
  if (!most)
    return lows[a];
  for (const PwAff &base : cases)
    if (countsFrom(base, a).intersect(context).maxConst(countName()) == most &&
        context.intersect(base.gt(lows[a])).isEmpty())
      return base;
  return lows[a];
}

// A set whose largest counts isl finds soon. What the outer names were among
// may stay behind as "for some e", which is left out where there is much of it:
// counts are no smaller then, and an array of them has room for all.
static Set boundFor(const Set &counts) {
  constexpr size_t mostDivisions = 2, mostPolyhedra = 4;
  if (poly::divisionCount(counts) <= mostDivisions &&
      poly::polyhedronCount(counts) <= mostPolyhedra)
    return counts;
  Set shadow = poly::withoutDivisions(counts).coalesce();
  Set hull = shadow.simpleHull();
  return hull.boundedAbove(countName()) ? hull : shadow;
}

// The largest count along an axis, as it is known before the kernel runs.
Expr Footprint::largest(const Set &counts, size_t a, const Names &known) const {
  if (auto most = counts.maxConst(countName()))
    return Expr::integer(*most);
  Names parameters;
  std::string computed;
  for (const std::string &name : known)
    if (readsWritten(kernel, Expr::var(name)))
      computed += (computed.empty() ? "'" : ", '") + name + "'";
    else if (std::find(outer.begin(), outer.end(), name) == outer.end())
      parameters.push_back(name);
  if (!counts.projectOnto(withCount(parameters)).boundedAbove(countName()))
    throw UserError(phrase + ": the number of elements along '" +
                    list[a].iname + "' must be known before the kernel runs" +
                    (computed.empty()
                         ? ", but it has no bound"
                         : ", but it depends on " + computed +
                               ", which the kernel computes"));
  return fromAffine(
      boundFor(counts.projectOnto(withCount(parameters)).coalesce())
          .maxOf(countName(), parameters),
      kernel.assumptions);
}

void Footprint::finish(FootprintShape shape) {
  if (!touches.empty() && isPlain())
    return finishPlain();
  if (!tryToCompute(shape) && !(dropClips() && tryToCompute(shape)))
    throw UserError(phrase + ": what is touched is too complex to be told in "
                             "loop bounds; sweep other inames, or select fewer "
                             "uses (within)");
}

bool Footprint::tryToCompute(FootprintShape shape) {
  try {
    poly::OperationLimit limit(mostFootprintOperations);
    compute(shape);
    return true;
  } catch (const poly::TooComplex &) {
    return false;
  }
}

// What certainly happens is inside of the array, whatever its lower bounds and
// extents are, so that sets need not say so. False: there is nothing to drop.
bool Footprint::dropClips() {
  const bool areCertain =
      std::none_of(touches.begin(), touches.end(), [](const Touch &touch) {
        return touch.isGuarded || touch.isChosen;
      });
  if (!areCertain || std::all_of(clips.begin(), clips.end(),
                                 [](const Set &clip) { return !clip; }))
    return false;
  clips.assign(clips.size(), Set());
  touched = Set::empty();
  for (auto *values : {&lows, &highs, &bases})
    values->clear();
  sets.clear();
  return true;
}

void Footprint::compute(FootprintShape shape) {
  for (const Touch &touch : touches)
    unite(touch);
  for (size_t a = 0; a < list.size(); ++a) {
    if (wholes[a])
      touched = touched.intersect(wholes[a]);
    if (clips[a])
      touched = touched.intersect(clips[a]);
  }
  if (elements)
    touched = touched.intersect(*elements);
  if (touched.isEmpty())
    throw UserError(phrase + ": there is nothing to compute: no iteration "
                             "uses it");
  Names known;
  for (const std::string &name : touched.names())
    if (!isAuxiliaryName(name))
      known.push_back(name);
  for (size_t a = 0; a < list.size(); ++a)
    measure(a, known);
  makeDomains(shape);
}

// The places of what is touched, or of the smallest box around that.
Set Footprint::valuesIn(bool box, const Names &indexNames) const {
  Set places = Set::universe(), values = Set::universe();
  for (size_t a = 0; a < list.size(); ++a) {
    PwAff y = PwAff::name(list[a].iname), x = PwAff::name(indexName(a));
    places = places.intersect((x - bases[a]).eq(y));
    values = values.intersect(y.ge(lows[a] - bases[a]))
                 .intersect(y.le(highs[a] - bases[a]));
  }
  if (!box)
    return touched.intersect(places).project(indexNames).coalesce();
  if (elements)
    values = values.intersect(elements->intersect(places).project(indexNames));
  return values.intersect(touched.project(indexNames)).coalesce();
}

// Are three quarters of a tile's box touched in some tile?
bool Footprint::fillsBox(const Set &points) const {
  Names inames;
  int64_t box = 1;
  for (const FootprintAxis &axis : list) {
    auto extent = asInteger(axis.extent);
    auto larger = extent ? integers::product(box, *extent) : std::nullopt;
    if (!larger)
      return false;
    box = *larger;
    inames.push_back(axis.iname);
  }
  try {
    auto count =
        poly::cardinality(points.projectOnto(inames), inames).asConstant();
    return count && *count >= box - box / 4;
  } catch (const UserError &) { // too many pieces
    return false;
  }
}

void Footprint::makeDomains(FootprintShape shape) {
  Names indexNames, inames;
  for (size_t a = 0; a < list.size(); ++a) {
    indexNames.push_back(indexName(a));
    inames.push_back(list[a].iname);
  }
  Set around = touched.project(indexNames).intersect(kernel.assumptions);
  Set domain = valuesIn(shape == FootprintShape::Box, indexNames);
  if (shape == FootprintShape::WhereFull && fillsBox(domain))
    domain = valuesIn(true, indexNames);
  // Separate domains where the axes are independent of each other.
  Set product = Set::universe();
  std::vector<Set> own;
  for (const std::string &iname : inames) {
    Names others;
    for (const std::string &other : inames)
      if (other != iname)
        others.push_back(other);
    own.push_back(domain.project(others));
    product = product.intersect(own.back());
  }
  if (!product.isEqual(domain))
    own = {domain};
  Set outside =
      DomainIndex(kernel).domain(outer).flat().intersect(kernel.assumptions);
  for (size_t i = 0; i < own.size(); ++i) {
    Set set = own[i].gist(around);
    if (!fits(set.intersect(outside)))
      set = own[i].gist(outside);
    sets.push_back(set.dropUnusedParams().withDims(
        own.size() == inames.size() ? Names{inames[i]} : inames));
  }
}

// Does each point have an element? Extents suffice for iterations of the outer
// loops that use some; where none does there may be more points:
//   do j = n, 2: c(0:n), of which there are at most 3
bool Footprint::fits(const Set &points) const {
  return std::all_of(
      list.begin(), list.end(), [&](const FootprintAxis &axis) {
        auto extent = toAffine(axis.extent);
        return !points.involves(axis.iname) ||
               (extent && points.intersect(PwAff::name(axis.iname).ge(*extent))
                              .isEmpty());
      });
}
