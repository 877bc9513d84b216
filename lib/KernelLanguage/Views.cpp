#include "Views.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;
using poly::Set;

// --- affine nodes

static std::optional<int64_t> constantOf(const NodePtr &node,
                                         const Building &building) {
  auto value = affineOf(node, building);
  return value ? value->asConstant() : std::nullopt;
}

static std::optional<PwAff> affineInfix(const InfixNode &n,
                                        const Building &building) {
  auto a = affineOf(n.a, building), b = affineOf(n.b, building);
  if (!a || !b)
    return std::nullopt;
  auto left = a->asConstant(), right = b->asConstant();
  switch (n.op) {
  case Operator::Add:
    return *a + *b;
  case Operator::Sub:
    return *a - *b;
  case Operator::Mul:
    return right  ? std::optional(a->scaled(*right))
           : left ? std::optional(b->scaled(*left))
                  : std::nullopt;
  case Operator::FloorDivide:
    return right && *right > 0 ? std::optional(a->floorDiv(*right))
                               : std::nullopt;
  case Operator::Modulo:
    return right && *right > 0 ? std::optional(a->floorMod(*right))
                               : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<PwAff> language::affineOf(const NodePtr &node,
                                        const Building &building) {
  if (const auto *number = node->getIf<IntegerNode>())
    return number->isLarge ? std::nullopt
                           : std::optional(PwAff::constant(number->value));
  if (const auto *infix = node->getIf<InfixNode>())
    return affineInfix(*infix, building);
  if (const auto *prefix = node->getIf<PrefixNode>()) {
    auto a = affineOf(prefix->a, building);
    if (!a || prefix->op == Prefix::Not || prefix->op == Prefix::BitNot)
      return std::nullopt;
    return prefix->op == Prefix::Minus ? -*a : *a;
  }
  const auto *name = node->getIf<NameNode>();
  auto it = name ? building.symbols.find(name->name) : building.symbols.end();
  if (it == building.symbols.end())
    return std::nullopt;
  const Symbol &symbol = it->second;
  bool isNumber = symbol.kind == Symbol::Variable && symbol.rank == 0 &&
                  (!symbol.type || symbol.type->isInteger());
  if (symbol.kind != Symbol::Iname && !isNumber)
    return std::nullopt;
  return PwAff::name(name->name);
}

Set language::contextOf(const std::set<std::string> &inames,
                        const Building &building) {
  Set context = building.source.assumptions
                    ? readAssumptions(*building.source.assumptions)
                    : Set::universe();
  poly::Names others;
  for (const Domain &domain : building.domains) {
    poly::Names dims = domain.set.dims();
    if (std::none_of(dims.begin(), dims.end(),
                     [&](const auto &dim) { return inames.count(dim) > 0; }))
      continue;
    context = context.intersect(domain.set.flat());
    for (const std::string &dim : dims)
      if (!inames.count(dim))
        others.push_back(dim);
  }
  return others.empty() ? context : context.project(others);
}

// --- views

namespace {

class ViewReader {
public:
  ViewReader(const ViewNode &node, Span span, const Text &text,
             const std::set<std::string> &inames, const Building &building)
      : node(node), span(span), text(text), inames(inames), building(building) {
    const auto &element = *node.element->getIf<SubscriptNode>();
    view.array = element.array;
    view.subscripts = element.subscripts;
  }

  View run() {
    if (!node.inames.empty())
      addBox();
    for (size_t a = 0; a < view.subscripts.size(); ++a)
      if (const auto *slice = view.subscripts[a]->getIf<SliceNode>())
        addSlice(a, *slice);
    return std::move(view);
  }

private:
  [[noreturn]] void fail(const std::string &why) const {
    text.fail("the view '" + text.str(span) + "' " + why, span);
  }

  // --- inames

  // As text, which is read again.
  NodePtr nodeOf(const PwAff &value, const Set &context,
                 const std::string &iname) const {
    Expr e = fromAffine(value, context);
    walk(e, [&](const Expr &part) {
      if (part.getIf<Select>() || part.getIf<Call>())
        fail("begins where '" + iname + "' does, which is one of several (" +
             e.str() + "); give it an iname with one first value");
      return true;
    });
    SourcePart part;
    part.text = e.str();
    return readExpression(Text(part),
                          [](const std::string &) { return false; });
  }

  // All inames together: each from a first to a last value.
  void addBox() {
    poly::Names own;
    std::set<std::string> all = inames;
    for (const Word &iname : node.inames) {
      own.push_back(iname.text);
      all.insert(iname.text);
    }
    Set points = contextOf(all, building), outside = points.project(own);
    poly::Names others = outside.names();
    Set box = outside;
    for (const std::string &iname : own) {
      PwAff low = points.minOf(iname, others),
            high = points.maxOf(iname, others);
      box = box.intersect(PwAff::name(iname).ge(low))
                .intersect(PwAff::name(iname).le(high));
      ViewAxis axis;
      axis.iname = iname;
      PwAff first = low.gist(outside);
      if (first.asConstant() != 0)
        axis.first = nodeOf(first, outside, iname);
      axis.length = high - low + PwAff::constant(1);
      view.axes.push_back(std::move(axis));
    }
    if (!box.isSubset(points))
      fail("is no block: each of its inames must take all values from a first "
           "to a last, whatever the others are");
  }

  // --- slices

  PwAff affine(const NodePtr &part) const {
    auto value = affineOf(part, building);
    if (!value)
      text.fail("a slice begins and ends at affine functions of sizes and "
                "inames; write the view with an iname, '[i]: a[i]'",
                part->span);
    return *value;
  }

  std::optional<PwAff> extentOf(size_t axis) const {
    const Symbol &symbol = building.symbols.at(view.array);
    if (!symbol.declaration || !symbol.declaration->shape)
      return std::nullopt;
    Expr extent = language::extentOf((*symbol.declaration->shape)[axis],
                                     building, symbol.declaration->range);
    return toAffine(extent);
  }

  void addSlice(size_t position, const SliceNode &slice) {
    ViewAxis axis;
    axis.position = position;
    if (slice.step) {
      auto step = constantOf(slice.step, building);
      if (!step || *step <= 0)
        text.fail("the step of a slice is a positive integer; write the view "
                  "with an iname, '[i]: a[n - 1 - i]'",
                  slice.step->span);
      axis.step = *step;
    }
    PwAff first = PwAff::constant(0);
    if (slice.first) {
      first = affine(slice.first);
      axis.first = slice.first;
    }
    std::optional<PwAff> end =
        slice.end ? std::optional(affine(slice.end)) : extentOf(position);
    for (const NodePtr &part : {slice.first, slice.end})
      if (part && affine(part).asConstant().value_or(0) < 0)
        text.fail("places of slices count from the beginning, from 0; a "
                  "negative one is outside",
                  part->span);
    if (end)
      axis.length = (*end - first + PwAff::constant(axis.step - 1))
                        .floorDiv(axis.step)
                        .max(PwAff::constant(0));
    view.axes.push_back(std::move(axis));
  }

  const ViewNode &node;
  Span span;
  const Text &text;
  const std::set<std::string> &inames;
  const Building &building;
  View view;
};

NodePtr infix(Operator op, const NodePtr &a, const NodePtr &b, Span span) {
  return std::make_shared<const Node>(Node{InfixNode{op, a, b}, span});
}

NodePtr replaced(const NodePtr &node,
                 const std::map<std::string, NodePtr> &values) {
  if (const auto *name = node->getIf<NameNode>()) {
    auto it = values.find(name->name);
    return it == values.end() ? node : it->second;
  }
  NodeList list;
  for (const NodePtr &operand : operands(*node))
    list.push_back(replaced(operand, values));
  return withOperands(node, list);
}

} // namespace

View language::readView(const ViewNode &view, Span span, const Text &text,
                        const std::set<std::string> &inames,
                        const Building &building) {
  return ViewReader(view, span, text, inames, building).run();
}

NodePtr View::element(const NodeList &indices, Span span) const {
  NodeList list = subscripts;
  std::map<std::string, NodePtr> values;
  for (size_t a = 0; a < axes.size(); ++a) {
    const ViewAxis &axis = axes[a];
    NodePtr place = indices[a];
    if (axis.step != 1)
      place = infix(
          Operator::Mul,
          std::make_shared<const Node>(Node{IntegerNode{axis.step}, span}),
          place, span);
    if (axis.first)
      place = infix(Operator::Add, place, axis.first, span);
    if (axis.iname.empty())
      list[axis.position] = place;
    else
      values[axis.iname] = place;
  }
  for (NodePtr &subscript : list)
    subscript = placedAt(replaced(subscript, values), span);
  return std::make_shared<const Node>(Node{SubscriptNode{array, list}, span});
}
