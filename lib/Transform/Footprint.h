// What a part of a program touches, as a box or an exact set of indices for
// each iteration of the loops around: the storage that precompute, prefetch
// and buffering need, and the loops that fill it.
#ifndef LOOPYC_LIB_TRANSFORM_FOOTPRINT_H
#define LOOPYC_LIB_TRANSFORM_FOOTPRINT_H

#include "loopyc/IR/SetNames.h"
#include "loopyc/Transform/Common.h"
#include "loopyc/Transform/Precompute.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// Touches of one reader or writer: index expressions, an entry for each axis,
// over a set of instances.
struct Touch {
  poly::Set instances; // flat
  std::vector<Expr> indices;
  bool isGuarded = false; // instances are not just the loops' domains
  bool isChosen = false;  // it need not happen in each instance
  SourceRange range;
};

struct FootprintAxis {
  std::string iname; // over its indices, from 0
  Expr base;         // the smallest index, in the outer inames
  Expr extent;       // the largest number of indices, in the parameters
};

class Footprint {
public:
  // `outer`: the inames that it is for each iteration of; `inames`: one for
  // each axis. `phrase` begins error messages.
  Footprint(const Kernel &kernel, std::vector<std::string> outer,
            std::vector<std::string> inames, std::string phrase);

  void add(const Touch &touch);
  // Axis `a` runs over 0 .. extent - 1 whatever is touched.
  void setWholeAxis(size_t a, const Expr &extent);
  // Nothing outside 0 .. extent - 1 of axis `a` exists.
  void clip(size_t a, const Expr &extent);
  // Nothing outside of these indices exists: { indexName(0), ... : ... }.
  void keep(const poly::Set &existing) { elements = existing; }
  static std::string indexName(size_t a) {
    return auxiliaryName("x" + std::to_string(a));
  }
  // Throws UserError for an index that is not affine, where nothing or
  // something without bound is touched, and where no bounds of use would come
  // out.
  void finish(FootprintShape shape);

  const std::vector<FootprintAxis> &axes() const { return list; }
  // Domains of the inames, dimensions those of one set each.
  const std::vector<poly::Set> &domains() const { return sets; }
  // The index of a touch, from 0.
  Expr shifted(size_t a, const Expr &index) const;

private:
  bool isPlain() const;
  void finishPlain();
  bool tryToCompute(FootprintShape shape);
  bool dropClips();
  void compute(FootprintShape shape);
  void unite(const Touch &touch);
  void measure(size_t a, const poly::Names &known);
  poly::Set countsFrom(const poly::PwAff &base, size_t a) const;
  poly::PwAff plainBase(size_t a, const poly::Set &context) const;
  Expr largest(const poly::Set &counts, size_t a,
               const poly::Names &known) const;
  bool fits(const poly::Set &points) const;
  bool fillsBox(const poly::Set &points) const;
  poly::Set valuesIn(bool box, const poly::Names &indexNames) const;
  void makeDomains(FootprintShape shape);

  const Kernel &kernel;
  std::vector<std::string> outer;
  std::string phrase;
  std::vector<Touch> touches;
  poly::Set touched = poly::Set::empty(); // over outer, parameters, indices
  std::vector<poly::Set> wholes, clips;   // null where not given
  std::optional<poly::Set> elements;
  std::vector<FootprintAxis> list;
  std::vector<poly::PwAff> lows, highs; // of what is touched
  std::vector<poly::PwAff> bases;       // what has subscript 0
  std::vector<poly::Set> sets;
};

} // namespace loopyc

#endif
