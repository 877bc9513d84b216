// Extents of array expressions, and of temporaries for them.
#include "ArrayElements.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

static bool isConstant(const Shape &shape) {
  return std::all_of(shape.begin(), shape.end(),
                     [](const Expr &extent) { return asInteger(extent); });
}

Expr ArrayElements::clamped(const Expr &extent) {
  if (std::optional<int64_t> value = asInteger(extent))
    return Expr::integer(std::max<int64_t>(*value, 0), extent.type());
  return Expr::call(loopyc::Intrinsic::Max,
                    {Expr::integer(0, extent.type()), extent}, extent.type());
}

Expr ArrayElements::size(const Shape &shape) const {
  Expr result = Expr::integer(1);
  for (const Expr &extent : shape)
    result = multiplyInteger(result, clamped(extent));
  return result;
}

Shape ArrayElements::shape(const Expr &e) {
  Shape result;
  walk(e, [&](const Expr &node) {
    const ArrayOperand *array = operand(node);
    const FunctionReference *called = reference(node);
    Shape found;
    if (array && array->rank > 0)
      found = shape(*array);
    else if (called && called->rank > 0)
      for (const Argument &argument : called->arguments)
        if (const Expr *value = std::get_if<Expr>(&argument.value))
          if (found.empty())
            found = shape(*value);
    if (result.empty() || (!found.empty() && isConstant(found)))
      result = found;
    return true;
  });
  return result;
}

Shape ArrayElements::shape(const ArrayOperand &array) {
  return match(
      array.form, [&](const Section &form) { return shape(form); },
      [&](const Table &form) { return shape(form); },
      [&](const Constructor &form) {
        Expr result = Expr::integer(0);
        for (const Constructor::Item &item : form.items)
          result = addInteger(result, size(item));
        return Shape{result};
      },
      [&](const Intrinsic &form) { return shape(form, array.rank); },
      [&](const Result &form) { return shape(form); });
}

DeclaredLayout ArrayElements::layout(const std::string &array) const {
  const Variable *variable = locals.find(array);
  if (!variable)
    throw NotScalarized{"array '" + array + "'"};
  return variable->declared;
}

Shape ArrayElements::shape(const Section &section) {
  // New locals move the variables.
  DeclaredLayout declared = layout(section.variable);
  return section.subscripts.empty()
             ? declared.extents
             : shapeOfSubscripts(section.subscripts, declared.lowerBounds,
                                 declared.extents);
}

Shape ArrayElements::shape(const Table &table) {
  Shape whole = integers(table.extents);
  return table.subscripts.empty()
             ? whole
             : shapeOfSubscripts(table.subscripts, integers(table.lowerBounds),
                                 whole);
}

Shape ArrayElements::shapeOfSubscripts(const std::vector<Subscript> &subscripts,
                                       const std::vector<Expr> &lower,
                                       const Shape &whole) {
  Shape result;
  for (size_t a = 0; a < subscripts.size(); ++a) {
    const Subscript &s = subscripts[a];
    if (s.kind == Subscript::Kind::Element)
      continue;
    if (s.kind == Subscript::Kind::Vector) {
      result.push_back(shape(s.index).front());
      continue;
    }
    std::optional<int64_t> step = asInteger(s.stride);
    if (!s.first && !s.last && step == 1) {
      result.push_back(whole[a]);
      continue;
    }
    Expr upper = whole[a] ? addInteger(lower[a], whole[a]) - 1 : Expr();
    // Bounds that are not written are the array's, whatever the stride.
    Expr first = s.first ? at(s.first, {}) : lower[a];
    Expr last = s.last ? at(s.last, {}) : upper;
    if (!first || !last)
      throw NotScalarized{"array section without bounds"};
    if (step && *step > 0)
      result.push_back(fold(floorDiv(subtractInteger(last, first), *step) + 1));
    else if (step)
      result.push_back(
          fold(floorDiv(subtractInteger(first, last), -*step) + 1));
    else {
      Expr stride = at(s.stride, {});
      Expr span = addInteger(subtractInteger(last, first), stride);
      result.push_back(Expr::binary(BinaryOp::Div, inCommonKind(span, stride),
                                    inCommonKind(stride, span)));
    }
  }
  return result;
}

Shape ArrayElements::shape(const Intrinsic &intrinsic, int rank) {
  const std::string &name = intrinsic.name;
  if (name == "reshape") {
    Shape result;
    for (int a = 0; a < rank; ++a)
      result.push_back(at(argument(intrinsic, 1), {Expr::integer(a)}));
    return result;
  }
  if (name == "unpack")
    return shape(argument(intrinsic, 1));
  if (name == "pack" && !argument(intrinsic, 2))
    throw NotScalarized{"intrinsic 'pack' in an expression"};
  if (name == "pack")
    return shape(argument(intrinsic, 2));
  Shape first = shape(argument(intrinsic, 0));
  if (name == "transpose")
    return {first[1], first[0]};
  if (name == "cshift" || name == "eoshift")
    return first;
  if (name == "spread") {
    first.insert(first.begin() +
                     static_cast<std::ptrdiff_t>(dimension(intrinsic, 1)),
                 at(argument(intrinsic, 2), {}));
    return first;
  }
  if (name == "matmul") {
    Shape second = shape(argument(intrinsic, 1));
    if (first.size() == 1)
      return {second[1]};
    return second.size() == 1 ? Shape{first[0]} : Shape{first[0], second[1]};
  }
  if (intrinsic.arguments.size() > 1 && intrinsic.arguments[1].value) {
    first.erase(first.begin() +
                static_cast<std::ptrdiff_t>(dimension(intrinsic, 1)));
    return first;
  }
  return {Expr::integer(static_cast<int64_t>(first.size()))}; // maxloc(a)
}

Expr ArrayElements::size(const Constructor::Item &item) {
  if (item.variable.empty())
    return item.value.rank > 0 ? size(shape(item.value.value))
                               : Expr::integer(1);
  Expr each = Expr::integer(0);
  bind(item.variable, Expr::var(item.variable, Type::integer(8)));
  for (const Constructor::Item &inner : item.items)
    each = addInteger(each, size(inner));
  unbind(item.variable);
  if (mentions(each, item.variable))
    throw NotScalarized{"implied do with another number of values each time"};
  std::optional<int64_t> step = asInteger(item.step);
  if (!step || *step == 0)
    throw NotScalarized{"implied do with a step that is not a constant"};
  Expr span = *step > 0
                  ? subtractInteger(at(item.last, {}), at(item.first, {}))
                  : subtractInteger(at(item.first, {}), at(item.last, {}));
  Expr trips = fold(floorDiv(span, std::abs(*step)) + 1);
  return multiplyInteger(clamped(trips), each);
}

// --- what temporaries can be declared with

bool ArrayElements::isDeclarable(const Expr &extent) const {
  if (!extent)
    return false;
  bool known = true;
  walk(extent, [&](const Expr &node) {
    known &= !node.getIf<ArrayRef>();
    if (const VarRef *var = node.getIf<VarRef>()) {
      const Variable *variable = locals.find(var->name);
      known &= variable && !variable->isTemporary() &&
               !index.isWritten(var->name) && !index.isLoopVariable(var->name);
    }
    return true;
  });
  return known;
}

// Of the ranks of a section, the extents of its variable there, which are not
// less; null where that is not known.
Shape ArrayElements::declaredShape(const ArrayOperand &array) {
  const Section *section = std::get_if<Section>(&array.form);
  const Variable *variable = section ? locals.find(section->variable) : nullptr;
  Shape result;
  if (!variable)
    return Shape(static_cast<size_t>(array.rank));
  for (size_t a = 0; a < variable->declared.extents.size(); ++a)
    if (section->subscripts.empty() ||
        section->subscripts[a].kind == Subscript::Kind::Section)
      result.push_back(variable->declared.extents[a]);
    else if (section->subscripts[a].kind == Subscript::Kind::Vector)
      result.push_back(Expr());
  return result;
}

void ArrayElements::setConforming(const Expr &assignee, const Expr &value) {
  const ArrayOperand *array = operand(assignee);
  if (!array || array->rank == 0)
    return;
  conformingShape = declaredShape(*array);
  walk(value, [&](const Expr &node) {
    const ArrayOperand *each = operand(node);
    if (each && each->rank == array->rank)
      conforming.insert(each->value);
    return !node.getIf<ArrayRef>();
  });
}

Shape ArrayElements::storage(const Expr &e) {
  Shape result(static_cast<size_t>(rank(e)));
  auto offer = [&](const Shape &extents) {
    for (size_t d = 0; d < result.size() && d < extents.size(); ++d)
      if (!result[d] && isDeclarable(extents[d]))
        result[d] = extents[d];
  };
  offer(shape(e));
  walk(e, [&](const Expr &node) {
    if (const ArrayOperand *array = operand(node); array && array->rank > 0) {
      offer(shape(*array));
      offer(declaredShape(*array));
      if (conforming.count(array->value) && array->rank == rank(e))
        offer(conformingShape);
    }
    return true;
  });
  for (const Expr &extent : result)
    if (!extent)
      throw NotScalarized{
          "array statement that needs an array for its values whose size is "
          "not known where the kernel begins"};
  return result;
}
