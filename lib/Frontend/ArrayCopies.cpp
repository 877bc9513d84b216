// Temporary arrays that are filled before a statement.
#include "ArrayElements.h"

#include <utility>

using namespace loopyc;
using namespace loopyc::frontend;

Expr ArrayElements::temporary(const std::string &base, Type type,
                              const Shape &storage) {
  std::string name = locals.array(base, type, storage, loopsAround, like.range);
  ArrayOperand array{"array#" + name, type, static_cast<int>(storage.size()),
                     Section{name, {}, false}};
  Expr result = Expr::var(array.value, type);
  operands.emplace(array.value, std::move(array));
  return result;
}

Expr ArrayElements::tableElement(const Table &table, const Position &place,
                                 Type type) {
  return Expr::array(
      locals.table("constant",
                   {type, table.lowerBounds, table.extents, table.elements},
                   like.range),
      place, type);
}

Expr ArrayElements::filled(const ArrayOperand &array,
                           const Constructor &constructor) {
  Expr itself = Expr::var(array.value, array.type);
  bool once = !dependsOnBound(itself);
  for (const auto &[known, value] : copies)
    if (once && known == itself)
      return value;
  Shape extent = shape(array);
  if (!isDeclarable(extent.front()))
    throw NotScalarized{"array constructor whose size is not known where the "
                        "kernel begins"};
  Expr result = temporary("values", array.type, extent);
  if (once)
    copies.emplace_back(itself, result);
  Inside scope(*this, once ? *outer : *now);
  fill(section(result)->variable, array.type, constructor.items,
       Expr::integer(0));
  return result;
}

// The number of elements.
Expr ArrayElements::fill(const std::string &name, Type type,
                         const std::vector<Constructor::Item> &items,
                         const Expr &offset) {
  Expr done = Expr::integer(0);
  for (const Constructor::Item &item : items) {
    Expr start = addInteger(offset, done);
    Expr count = size(item);
    done = addInteger(done, count);
    Position position;
    Shape extents;
    if (!item.variable.empty()) {
      Expr each = Expr::integer(0);
      bind(item.variable, at(item.first, {}));
      for (const Constructor::Item &one : item.items)
        each = addInteger(each, size(one));
      unbind(item.variable);
      std::optional<int64_t> step = asInteger(item.step);
      Expr first = at(item.first, {}), last = at(item.last, {});
      Expr span = *step > 0 ? subtractInteger(last, first)
                            : subtractInteger(first, last);
      Nest nest = open({fold(floorDiv(span, std::abs(*step)) + 1)}, position);
      Computation inner;
      {
        Inside scope(*this, inner);
        bind(item.variable,
             addInteger(first, multiplyInteger(
                                   position[0],
                                   Expr::integer(*step, position[0].type()))));
        fill(name, type, item.items,
             addInteger(start, multiplyInteger(position[0], each)));
        unbind(item.variable);
      }
      close(nest);
      for (Statement &s : inLoops(nest, std::move(inner.before), like))
        now->before.push_back(std::move(s));
      continue;
    }
    if (item.value.rank > 0)
      extents = shape(item.value.value);
    Nest nest = open(extents, position);
    Computation inner;
    Expr value = at(item.value.value, position, inner);
    Expr number = Expr::integer(0);
    // Where a position is, no extent is negative.
    for (size_t d = position.size(); d-- > 0;)
      number = addInteger(multiplyInteger(number, extents[d]), position[d]);
    inner.before.push_back(
        assignment(Expr::array(name, {addInteger(start, number)}, type), value,
                   std::move(inner.references)));
    close(nest);
    for (Statement &s : inLoops(nest, std::move(inner.before), like))
      now->before.push_back(std::move(s));
  }
  return done;
}

Expr ArrayElements::materialized(const Expr &e) {
  bool once = !dependsOnBound(e);
  for (const auto &[known, value] : copies)
    if (once && known == e)
      return value;
  Inside scope(*this, once ? *outer : *now);
  Expr result = temporary("values", e.type(), storage(e));
  Position position;
  Nest nest = open(shape(e), position);
  Computation inner;
  // A function is called once, not for each element.
  bool hoisted = std::exchange(hoistsReferences, true);
  Expr value = at(e, position, inner);
  hoistsReferences = hoisted;
  inner.before.push_back(
      assignment(at(result, position), value, std::move(inner.references)));
  close(nest);
  for (Statement &s : inLoops(nest, std::move(inner.before), like))
    now->before.push_back(std::move(s));
  if (once)
    copies.emplace_back(e, result);
  return result;
}
