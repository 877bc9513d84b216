#include "ArrayAssignments.h"

#include "loopyc/IR/Negation.h"

#include <algorithm>
#include <iterator>

using namespace loopyc;
using namespace loopyc::frontend;

// An array statement of that many elements or fewer that says each of them
// ([x, y, z]) becomes as many assignments.
static constexpr int64_t maxUnrolled = 16;

void frontend::append(Block from, Block &to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

Block ArrayAssignments::assignment(const Statement &statement,
                                   const AssignmentStatement &s,
                                   const Nest &around, const Guards &guards,
                                   bool isInLoop) {
  Computation outside;
  elements.begin(statement, outside);
  elements.setHoistsReferences(true);
  std::string assigned = assignedName(s);
  elements.setAssigned(assigned);
  elements.setConforming(s.assignee, s.value);
  noteShape(statement, s);
  Shape shape = elements.shape(s.assignee);
  Block made;
  if (around.empty() && isUnrolled(s, shape)) {
    made = unrolled(s, shape, assigned, guards);
  } else {
    Position position;
    Nest own = elements.open(shape, position), nest = around;
    elements.addStrides(s.assignee, own);
    nest.insert(nest.end(), own.begin(), own.end());
    made = inAnyOrder(statement, s, nest, position, assigned, guards, isInLoop);
    elements.close(own);
  }
  append(std::move(made), outside.before);
  return std::move(outside.before);
}

std::string ArrayAssignments::assignedName(const AssignmentStatement &s) const {
  if (const ArrayRef *element = s.assignee.getIf<ArrayRef>())
    return element->name;
  if (const ArrayOperand::Section *section = elements.section(s.assignee))
    return section->variable;
  throw NotScalarized{"assignment to a part of an array in this form"};
}

// An allocatable variable of another shape would be allocated anew.
void ArrayAssignments::noteShape(const Statement &statement,
                                 const AssignmentStatement &s) {
  const ArrayOperand::Section *section = elements.section(s.assignee);
  if (!section || !section->isAllocatable || elements.rank(s.value) == 0)
    return;
  Shape own = elements.shape(s.assignee), assigned = elements.shape(s.value);
  if (own == assigned)
    return;
  std::string all;
  for (size_t d = 0; d < own.size(); ++d)
    all += d ? ", :" : ":";
  for (size_t d = 0; d < own.size() && d < assigned.size(); ++d)
    if (own[d] != assigned[d])
      procedure.equalExtents.push_back(
          {own[d], assigned[d],
           "assign to '" + section->variable +
               "(" + all + ")', which does not allocate it, or make the assignment a "
               "statement of the host",
           statement.range});
  procedure.remarks.push_back(
        "assumes that allocatable '" + section->variable +
        "' has the shape of what line " + std::to_string(statement.line) +
        " assigns to it");
}

bool ArrayAssignments::isUnrolled(const AssignmentStatement &s,
                                  const Shape &shape) const {
  int64_t count = 1;
  for (const Expr &extent : shape) {
    std::optional<int64_t> known = asInteger(extent);
    if (!known)
      return false;
    count *= std::max<int64_t>(*known, 0);
    if (count > maxUnrolled)
      return false;
  }
  return elements.hasItems(s.value);
}

// One assignment for each element; all values first if they read what is
// assigned.
Block ArrayAssignments::unrolled(const AssignmentStatement &s,
                                 const Shape &shape,
                                 const std::string &assigned,
                                 const Guards &guards) {
  Block values, assignments;
  bool reads = elements.reads(s.value, assigned);
  Position position(shape.size(), Expr::integer(0));
  int64_t count = 1;
  for (const Expr &extent : shape)
    count *= std::max<int64_t>(*asInteger(extent), 0);
  for (int64_t k = 0; k < count; ++k) {
    Computation inner;
    elements.setAssigned(reads ? "" : assigned); // values are kept anyway
    Expr value = elements.at(s.value, position, inner);
    elements.setAssigned(assigned);
    Expr target = elements.at(s.assignee, position, inner);
    if (reads) {
      Expr kept = locals.scalar("value", value.type(), {});
      inner.before.push_back(
          elements.assignment(kept, value, std::move(inner.references)));
      inner.references.clear();
      append(std::move(inner.before), values);
      inner.before.clear();
      value = kept;
    }
    inner.before.push_back(
        elements.assignment(target, value, std::move(inner.references)));
    append(guarded(std::move(inner.before), position, guards), assignments);
    for (size_t d = 0; d < position.size(); ++d) {
      position[d] = fold(position[d] + 1);
      if (*asInteger(position[d]) < *asInteger(shape[d]))
        break;
      position[d] = Expr::integer(0);
    }
  }
  append(std::move(assignments), values);
  return values;
}

Block ArrayAssignments::guarded(Block body, const Position &position,
                                const Guards &guards) {
  for (size_t g = guards.size(); g-- > 0;) {
    Computation inner;
    Expr mask = elements.at(guards[g].mask, position, inner);
    inner.before.push_back(
        elements.conditional(guards[g].isElse ? negated(mask) : mask,
                             std::move(body), std::move(inner.references)));
    body = std::move(inner.before);
  }
  return body;
}

// Loops that assign what there is before any of them assigns: with a copy of
// all values if no order of theirs does that, or none that leaves a loop
// parallel where there are no loops around.
Block ArrayAssignments::inAnyOrder(const Statement &statement,
                                   const AssignmentStatement &s,
                                   const Nest &nest, const Position &position,
                                   const std::string &assigned,
                                   const Guards &guards, bool isInLoop) {
  Computation inner;
  Expr value = elements.at(s.value, position, inner);
  Computation place;
  Expr target = elements.at(s.assignee, position, place);
  if (!place.before.empty() || !place.references.empty())
    throw NotScalarized{"subscripts of an assigned array that are computed "
                        "for each element"};
  Block body = inner.before;
  body.push_back(elements.assignment(target, value, inner.references));
  body = guarded(std::move(body), position, guards);
  Overlap touched = overlap(nest, body, assigned);
  if (touched.sameElements)
    return inLoops(nest, std::move(body), statement);
  if (touched.order && (isInLoop || touched.isParallel))
    return inLoops(nest, std::move(body), statement, *touched.order);
  Expr copy;
  try {
    copy = copyOf(s, target, nest, position, assigned);
  } catch (const NotScalarized &) {
    if (!touched.order)
      throw;
    return inLoops(nest, std::move(body), statement, *touched.order);
  }
  Block filling = std::move(inner.before), reading;
  filling.push_back(
      elements.assignment(copy, value, std::move(inner.references)));
  reading.push_back(elements.assignment(target, copy));
  Block result =
      inLoops(nest, guarded(std::move(filling), position, guards), statement);
  append(
      inLoops(nest, guarded(std::move(reading), position, guards), statement),
      result);
  return result;
}

// The element of an array for all values, at this position or, in a forall,
// in the place of the assigned one.
Expr ArrayAssignments::copyOf(const AssignmentStatement &s, const Expr &target,
                              const Nest &nest, const Position &position,
                              const std::string &assigned) {
  for (const Expr &subscript : target.getIf<ArrayRef>()->subscripts)
    if (elements.reads(subscript, assigned))
      throw NotScalarized{"assignment that changes its own subscripts"};
  Type type = target.type();
  if (nest.size() == position.size())
    return elements.at(elements.temporary(assigned + "_new", type,
                                          elements.storage(s.assignee)),
                       position);
  const Variable *variable = locals.find(assigned);
  Shape extents = variable ? variable->declared.extents : Shape();
  for (const Expr &extent : extents)
    if (!elements.isDeclarable(extent))
      throw NotScalarized{"forall that needs an array for its values whose "
                          "size is not known where the kernel begins"};
  Expr copy = elements.temporary(assigned + "_new", type, extents);
  return Expr::array(elements.section(copy)->variable,
                     target.getIf<ArrayRef>()->subscripts, type);
}
