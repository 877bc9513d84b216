#include "Host/LayoutTerms.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <utility>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

// Indices are the declared ones, split again and again: quotients and
// remainders of each other.
class TermBuilder {
public:
  explicit TermBuilder(size_t rank) : rank(rank) {}

  void add(const Expr &index, const Expr &stride, int64_t buffer) {
    if (asInteger(index) == 0) // along an axis of one element
      return;
    LayoutTerm term = termOf(index);
    term.stride = stride;
    term.buffer = buffer;
    terms.push_back(std::move(term));
  }

  std::vector<LayoutTerm> terms;

private:
  LayoutTerm termOf(const Expr &index) {
    LayoutTerm term;
    Expr whole = index;
    if (const Binary *mod = operation(whole, BinaryOp::FloorMod)) {
      term.modulus = number(mod->b);
      whole = mod->a;
    }
    if (const Binary *div = operation(whole, BinaryOp::FloorDiv)) {
      term.divisor = number(div->b);
      whole = div->a;
    }
    term.of = valueOf(whole);
    return term;
  }

  // The number of a declared index, or of a term that adds nothing.
  int64_t valueOf(const Expr &index) {
    for (size_t d = 0; d < rank; ++d)
      if (index == Expr::var("i" + std::to_string(d)))
        return static_cast<int64_t>(d);
    LayoutTerm term = termOf(index);
    term.stride = Expr::integer(0);
    terms.push_back(std::move(term));
    return static_cast<int64_t>(rank + terms.size() - 1);
  }

  static const Binary *operation(const Expr &e, BinaryOp op) {
    const auto *binary = e.getIf<Binary>();
    return binary && binary->op == op ? binary : nullptr;
  }

  static int64_t number(const Expr &e) {
    if (auto value = asInteger(e))
      return *value;
    throw InternalError("an axis that is split by no number: " + e.str());
  }

  size_t rank;
};

} // namespace

// Makes one term of i mod 4 and i div 4 if the latter's step is 4 of the
// former's.
static bool join(LayoutTerm &inner, const LayoutTerm &outer) {
  if (inner.of != outer.of || !inner.modulus ||
      outer.divisor != inner.divisor * inner.modulus ||
      outer.buffer != inner.buffer * inner.modulus ||
      fold(outer.stride) != fold(inner.stride * inner.modulus))
    return false;
  inner.modulus *= outer.modulus;
  return true;
}

// Splits that change nothing leave no trace, so that kernels agree on layouts.
static std::vector<LayoutTerm> joined(std::vector<LayoutTerm> terms) {
  for (size_t t = 0; t < terms.size();) {
    auto outer =
        std::find_if(terms.begin(), terms.end(),
                     [&](const LayoutTerm &o) { return join(terms[t], o); });
    if (outer == terms.end()) {
      ++t;
      continue;
    }
    terms.erase(outer);
    t = 0;
  }
  std::sort(terms.begin(), terms.end(),
            [](const LayoutTerm &a, const LayoutTerm &b) {
              return std::pair(a.of, a.divisor) < std::pair(b.of, b.divisor);
            });
  return terms;
}

std::vector<LayoutTerm>
codegen::layoutTerms(const Variable &variable,
                     const std::vector<LauncherArgument> &buffers) {
  const DeclaredLayout &declared = variable.declared;
  const std::vector<Expr> &strides = buffers.front().layout.strides;
  const std::vector<int64_t> &lastBuffer = buffers.back().separate;
  TermBuilder builder(declared.extents.size());
  // The last of the axes tagged sep varies fastest.
  std::vector<int64_t> steps(variable.axes.size(), 0);
  int64_t step = 1;
  for (size_t a = variable.axes.size(), s = lastBuffer.size(); a-- > 0;)
    if (!strides[a]) {
      steps[a] = step;
      step *= lastBuffer.at(--s) + 1;
    }
  for (size_t a = 0; a < variable.axes.size(); ++a)
    builder.add(declared.indices[a], strides[a] ? strides[a] : Expr::integer(0),
                steps[a]);
  int64_t rank = static_cast<int64_t>(declared.extents.size());
  bool refer = std::any_of(builder.terms.begin(), builder.terms.end(),
                           [&](const LayoutTerm &t) { return t.of >= rank; });
  return refer ? builder.terms : joined(builder.terms);
}
