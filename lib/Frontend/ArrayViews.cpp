#include "ArrayViews.h"

#include "loopyc/Values/SizeOrder.h"

using namespace loopyc;
using namespace loopyc::frontend;

static Type commonType(const Expr &a, const Expr &b) {
  return promote(a.type(), b.type());
}

Expr frontend::indexSum(const Expr &a, const Expr &b) {
  Type type = commonType(a, b);
  return fold(Expr::cast(a, type) + Expr::cast(b, type));
}

Expr frontend::indexDifference(const Expr &a, const Expr &b) {
  Type type = commonType(a, b);
  return fold(Expr::cast(a, type) - Expr::cast(b, type));
}

Expr frontend::indexProduct(const Expr &a, const Expr &b) {
  Type type = commonType(a, b);
  return fold(Expr::cast(a, type) * Expr::cast(b, type));
}

static bool isZero(const Expr &e) { return asInteger(e) == 0; }

static bool areEqual(const Expr &a, const Expr &b) {
  return a && b && isZero(indexDifference(a, b));
}

static bool isAtMost(const Expr &a, const Expr &b) {
  if (!a || !b)
    return false;
  Type type = commonType(a, b);
  return isAtLeast(Expr::cast(b, type), Expr::cast(a, type),
                   poly::Set::universe());
}

static Expr floored(BinaryOp op, const Expr &a, const Expr &b) {
  Type type = commonType(a, b);
  return fold(Expr::binary(op, Expr::cast(a, type), Expr::cast(b, type), type));
}

// Subscripts may have any kind.
static Expr withoutWidening(const Expr &node) {
  const auto *array = node.getIf<ArrayRef>();
  if (!array)
    return node;
  std::vector<Expr> subscripts = array->subscripts;
  for (Expr &subscript : subscripts)
    if (const auto *cast = subscript.getIf<Cast>();
        cast && cast->a.type().isInteger() &&
        cast->a.type().bytes <= subscript.type().bytes)
      subscript = Expr(cast->a);
  return Expr::array(array->name, std::move(subscripts), node.type());
}

// The element of a vector subscript at that position.
static Expr elementAt(const Expr &index, const Expr &position) {
  const Expr stand = vectorPosition();
  Substitution known;
  known[stand.getIf<VarRef>()->name] = Expr::cast(position, stand.type());
  return rewrite(fold(substitute(index, known)), withoutWidening);
}

Expr StridedView::Dimension::offset(const Expr &subscript) const {
  return indexProduct(index ? elementAt(index, subscript) : subscript, stride);
}

// Positions are not negative.
static std::vector<Expr> subscriptsAt(Expr position,
                                      const StridedView &sequence) {
  std::vector<Expr> result = sequence.origin;
  for (size_t k = 0; k < sequence.grid.size(); ++k) {
    const StridedView::Dimension &along = sequence.grid[k];
    const bool isLast = k + 1 == sequence.grid.size();
    Expr at = isLast ? position
                     : floored(BinaryOp::FloorMod, position, along.extent);
    result[along.axis] = indexSum(result[along.axis], along.offset(at));
    if (!isLast)
      position = floored(BinaryOp::FloorDiv, position, along.extent);
  }
  return result;
}

Expr StridedView::element(const std::vector<Expr> &subscripts) const {
  if (isSequence()) {
    Expr position = first;
    for (size_t k = 0; k < dimensions.size(); ++k)
      position = indexSum(position, dimensions[k].offset(subscripts[k]));
    return Expr::array(variable, subscriptsAt(position, *this), type);
  }
  std::vector<Expr> result = origin;
  for (size_t k = 0; k < dimensions.size(); ++k) {
    Expr &along = result[dimensions[k].axis];
    along = indexSum(along, dimensions[k].offset(subscripts[k]));
  }
  return Expr::array(variable, std::move(result), type);
}

StridedView frontend::wholeOf(const Variable &variable) {
  StridedView view;
  view.variable = variable.name;
  view.type = variable.type;
  for (size_t axis = 0; axis < variable.axes.size(); ++axis) {
    const Expr &extent = variable.declared.extents[axis];
    view.origin.push_back(Expr::integer(0));
    view.dimensions.push_back({axis, Expr::integer(1), extent, extent, {}});
  }
  return view;
}

// Where it begins, at that element of the dimension.
static void advance(StridedView &view, const StridedView::Dimension &along,
                    const Expr &to) {
  Expr &at = view.isSequence() ? view.first : view.origin[along.axis];
  at = indexSum(at, along.offset(to));
}

// The dimension from that element on, each of so many.
static void restrict(StridedView &view, StridedView::Dimension &along,
                     const Expr &first, const Expr &stride) {
  if (along.index) {
    along.index = elementAt(
        along.index, indexSum(first, indexProduct(vectorPosition(), stride)));
    return;
  }
  advance(view, along, first);
  along.stride = indexProduct(along.stride, stride);
}

static Expr notNegative(const Expr &size) {
  if (auto constant = asInteger(size))
    return Expr::integer(std::max<int64_t>(*constant, 0), size.type());
  return Expr::call(Intrinsic::Max, {Expr::integer(0, size.type()), size},
                    size.type());
}

// Negative where there are no elements.
static Expr lengthOf(const Range &range) {
  if (asInteger(range.stride) == -1)
    return indexSum(indexDifference(range.first, range.last), Expr::integer(1));
  Expr length =
      indexSum(indexDifference(range.last, range.first), range.stride);
  return asInteger(range.stride) == 1
             ? length
             : fold(Expr::binary(BinaryOp::Div, length,
                                 Expr::cast(range.stride, length.type()),
                                 length.type()));
}

StridedView frontend::sectionOf(const StridedView &view,
                                const std::vector<Range> &subscripts) {
  StridedView result = view;
  result.dimensions.clear();
  for (size_t k = 0; k < subscripts.size(); ++k) {
    StridedView::Dimension along = view.dimensions[k];
    const Range &range = subscripts[k];
    if (range.index) {
      along.index =
          along.index ? elementAt(along.index, range.index) : range.index;
      along.extent = range.size;
      along.size = notNegative(range.size);
      result.dimensions.push_back(std::move(along));
      continue;
    }
    if (!range.stride) {
      advance(result, along, range.first);
      continue;
    }
    bool isWhole =
        isZero(range.first) && asInteger(range.stride) == 1 &&
        (!range.last ||
         areEqual(indexSum(range.last, Expr::integer(1)), along.extent));
    if (!isWhole) {
      along.extent = lengthOf(range);
      along.size = notNegative(along.extent);
    }
    restrict(result, along, range.first, range.stride);
    result.dimensions.push_back(std::move(along));
  }
  return result;
}

StridedView frontend::sequenceFrom(const StridedView &view,
                                   const std::vector<Expr> &subscripts) {
  StridedView result = view;
  result.dimensions.clear();
  bool inGrid = true;
  for (size_t k = 0; k < subscripts.size(); ++k) {
    StridedView::Dimension along = view.dimensions[k];
    if (!inGrid) {
      advance(result, along, subscripts[k]);
      continue;
    }
    restrict(result, along, subscripts[k], Expr::integer(1));
    if (!isZero(subscripts[k]) && along.extent)
      along.extent = along.size = indexDifference(along.extent, subscripts[k]);
    inGrid = isZero(subscripts[k]);
    result.dimensions.push_back(std::move(along));
  }
  result.endsWithVariable =
      view.endsWithVariable && result.dimensions.size() == subscripts.size();
  return result;
}

// Dimensions of these extents, each element behind the other.
static std::vector<StridedView::Dimension>
denseDimensions(const std::vector<Expr> &extents) {
  std::vector<StridedView::Dimension> result;
  Expr stride = Expr::integer(1);
  for (const Expr &extent : extents) {
    result.push_back({0, stride, extent, extent, {}});
    if (extent)
      stride = indexProduct(stride, extent);
  }
  return result;
}

// Dimensions that go on where those before end are one with them:
//   a[s + n*t], s of n, is a[s + n*t] along the axis
static std::vector<StridedView::Dimension>
joined(const std::vector<StridedView::Dimension> &dimensions) {
  std::vector<StridedView::Dimension> result;
  for (const StridedView::Dimension &next : dimensions) {
    const bool goesOn =
        !result.empty() && !next.index && !result.back().index &&
        result.back().axis == next.axis && result.back().extent &&
        areEqual(indexProduct(result.back().stride, result.back().extent),
                 next.stride);
    if (!goesOn) {
      result.push_back(next);
      continue;
    }
    Expr &extent = result.back().extent;
    extent = next.extent ? indexProduct(extent, next.extent) : Expr();
    result.back().size = extent;
  }
  return result;
}

std::optional<StridedView>
frontend::linearFrom(const StridedView &view,
                     const std::vector<Expr> &subscripts,
                     const std::vector<Expr> &extents) {
  std::vector<Expr> sizes;
  for (size_t k = 0; k < view.dimensions.size(); ++k) {
    const Expr &extent = view.dimensions[k].extent;
    bool isLast = k + 1 == view.dimensions.size();
    if (!isLast && (!extent || asInteger(extent).value_or(1) < 1))
      return std::nullopt;
    sizes.push_back(extent);
  }
  std::vector<StridedView::Dimension> dense = denseDimensions(sizes);
  StridedView result = view;
  if (view.isSequence()) { // of which each element follows the other?
    for (size_t k = 0; k < dense.size(); ++k)
      if (view.dimensions[k].index ||
          !areEqual(dense[k].stride, view.dimensions[k].stride))
        return std::nullopt;
  } else {
    result.grid = joined(view.dimensions);
    result.first = Expr::integer(0);
  }
  for (size_t k = 0; k < subscripts.size(); ++k)
    advance(result, dense[k], subscripts[k]);
  result.dimensions = denseDimensions(extents);
  result.endsWithVariable = true;
  return result;
}

std::variant<StridedView, std::string>
frontend::reshaped(const StridedView &view, const std::vector<Expr> &extents) {
  StridedView result = view;
  result.dimensions.clear();
  const size_t rank = view.dimensions.size();
  Expr reach = Expr::integer(1); // along the last dimension of the view
  for (size_t k = 0; k < extents.size(); ++k) {
    const bool isLast = k + 1 == extents.size();
    StridedView::Dimension along = view.dimensions[std::min(k, rank - 1)];
    if (k >= rank && along.index)
      return "it has more dimensions than what a vector subscript chooses";
    if (k >= rank)
      along.stride =
          indexProduct(result.dimensions.back().stride, extents[k - 1]);
    if (k + 1 < rank && !isLast && !areEqual(extents[k], along.extent))
      return "its extent " + extents[k].str() + " in dimension " +
             std::to_string(k + 1) + " is not that of the actual argument, " +
             (along.extent ? along.extent.str() : "which is unknown");
    if (k + 1 >= rank && extents[k])
      reach = indexProduct(reach, extents[k]);
    // What goes further than a dimension goes on in the next one.
    bool staysInside = k + 1 < rank
                           ? isAtMost(extents[k], along.extent)
                           : isAtMost(reach, view.dimensions.back().extent);
    bool mayGoOn = k + 1 < rank || !view.endsWithVariable;
    if (isLast && mayGoOn && (!extents[k] || !staysInside))
      return "its " +
             std::string(extents[k] ? "extent " + extents[k].str()
                                    : "elements, of an assumed size,") +
             " may go beyond " +
             (along.extent ? "the " + along.extent.str() + " elements"
                           : "the elements") +
             " of dimension " + std::to_string(along.axis + 1) + " of '" +
             view.variable + "'";
    along.extent = along.size = extents[k];
    result.dimensions.push_back(std::move(along));
  }
  if (extents.size() < rank)
    result.endsWithVariable = false;
  return result;
}
