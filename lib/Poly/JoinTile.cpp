#include "Summation.h"

#include <cstdlib>
#include <optional>

using namespace loopyc;
using namespace loopyc::poly;

namespace {

// low <= x <= high with constants.
struct ConstantRange {
  size_t lowAt = 0, highAt = 0; // among the inequalities
  int64_t low = 0, high = 0;

  int64_t length() const { return high - low + 1; }
};

} // namespace

static std::optional<ConstantRange> constantRange(const Polyhedron &domain,
                                                  const std::string &dim) {
  ConstantRange range;
  bool hasLow = false, hasHigh = false;
  for (size_t i = 0; i < domain.inequalities.size(); ++i) {
    const LinearForm &form = domain.inequalities[i];
    if (form.terms.size() != 1)
      continue;
    if (form.coefficient(dim) == 1) {
      range.low = -form.constant;
      range.lowAt = i;
      hasLow = true;
    } else if (form.coefficient(dim) == -1) {
      range.high = form.constant;
      range.highAt = i;
      hasHigh = true;
    }
  }
  if (!hasLow || !hasHigh)
    return std::nullopt;
  return range;
}

// A condition +-o + f >= 0 as one on x + stride*o; exact, since x fills the
// stride: o >= -f if and only if x + c*o >= low - c*f.
static LinearForm onSum(const LinearForm &form, const std::string &inner,
                        const std::string &outer, int64_t stride,
                        const ConstantRange &range) {
  int64_t length = range.length();
  bool isLower = (form.coefficient(outer) > 0) == (stride > 0);
  LinearForm sum = LinearForm::name(inner) + LinearForm::name(outer) * stride;
  LinearForm rest = form.without(outer) * length;
  return isLower ? sum - range.low + rest : rest + range.high - sum;
}

// Does the condition speak of x + stride*o, of neither, or (rewritten then) of
// o in a way that allows it to?
static std::optional<LinearForm>
adapted(const LinearForm &form, bool isEquality, const std::string &inner,
        const std::string &outer, int64_t stride, const ConstantRange &range) {
  int64_t x = form.coefficient(inner), o = form.coefficient(outer);
  if (o == stride * x)
    return form;
  if (!isEquality && x == 0 && std::abs(o) == 1)
    return onSum(form, inner, outer, stride, range);
  return std::nullopt;
}

static bool join(SummationPiece &piece, const std::string &inner,
                 const std::string &outer, int64_t stride,
                 const ConstantRange &range) {
  Polyhedron joined = piece.domain;
  bool together = false;
  for (const LinearForm &form : joined.equalities)
    if (!adapted(form, true, inner, outer, stride, range))
      return false;
  for (size_t i = 0; i < joined.inequalities.size(); ++i) {
    LinearForm &form = joined.inequalities[i];
    if (i == range.lowAt || i == range.highAt)
      continue;
    together = together || (form.coefficient(inner) && form.coefficient(outer));
    auto made = adapted(form, false, inner, outer, stride, range);
    if (!made)
      return false;
    form = *made;
  }
  if (!together)
    return false;
  joined.substitute(inner,
                    LinearForm::name(inner) - LinearForm::name(outer) * stride);
  piece.domain = std::move(joined);
  return true;
}

bool poly::joinTile(SummationPiece &piece) {
  for (const std::string &inner : piece.dims) {
    auto range = constantRange(piece.domain, inner);
    if (!range || range->length() < 2 || piece.weight.involves(inner))
      continue;
    for (const std::string &outer : piece.dims) {
      if (outer == inner || piece.weight.involves(outer))
        continue;
      for (int64_t stride : {range->length(), -range->length()})
        if (join(piece, inner, outer, stride, *range))
          return true;
    }
  }
  return false;
}
