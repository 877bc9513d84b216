#include "ArrayPacking.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

class Packing {
public:
  Packing(const Statement &statement, const AssignmentStatement &s,
          ArrayElements &elements, ArrayAssignments &assignments, bool isInLoop)
      : statement(statement), s(s), elements(elements),
        assignments(assignments), assigned(assignments.assignedName(s)),
        isInLoop(isInLoop) {}

  // pack(array, mask, vector)
  Block packed(const std::vector<Expr> &arguments) {
    const Expr vector = arguments.size() > 2 ? arguments[2] : Expr();
    const std::vector<Expr> own = before({arguments[0], arguments[1]});
    if (vector)
      append(assignments.assignment(statement, {s.assignee, vector}, {}, {},
                                    isInLoop),
             result);
    inLoopsOver(elements.rank(own[1]) ? own[1] : own[0],
                elements.shape(s.assignee).front(),
                [&](const Position &position, Computation &inner) {
                  Block taken = elementAt({number}, own[0], position);
                  taken.push_back(counted());
                  Expr mask = elements.at(own[1], position, inner);
                  return elements.conditional(mask, std::move(taken),
                                              std::move(inner.references));
                });
    return std::move(result);
  }

  // unpack(vector, mask, field)
  Block unpacked(const std::vector<Expr> &arguments) {
    assignments.noteShape(statement, s);
    const std::vector<Expr> own = before(arguments);
    inLoopsOver(own[1], elements.shape(own[0]).front(),
                [&](const Position &position, Computation &inner) {
                  Block taken = elementAt(position, own[0], {number});
                  taken.push_back(counted());
                  Branch otherwise;
                  otherwise.isElse = true;
                  otherwise.range = statement.range;
                  otherwise.body = elementAt(position, own[2], position);
                  Expr mask = elements.at(own[1], position, inner);
                  Statement made = elements.conditional(
                      mask, std::move(taken), std::move(inner.references));
                  std::get<IfStatement>(made.value)
                      .branches.push_back(std::move(otherwise));
                  return made;
                });
    return std::move(result);
  }

private:
  // The arguments as they are before the statement assigns anything.
  std::vector<Expr> before(std::vector<Expr> arguments) {
    Computation outside;
    elements.begin(statement, outside);
    for (Expr &argument : arguments)
      if (elements.reads(argument, assigned))
        argument = elements.materialized(argument);
    append(std::move(outside.before), result);
    return arguments;
  }

  // In array element order, with a count of the elements taken so far.
  template <typename Make>
  void inLoopsOver(const Expr &mask, const Expr &extent, const Make &make) {
    Computation outside;
    elements.begin(statement, outside);
    elements.setHoistsReferences(true);
    Type type = Type::integer(std::max(4, extent.type().bytes));
    number = elements.locals.scalar("packed", type, statement.range);
    outside.before.push_back(
        elements.assignment(number, Expr::integer(0, type)));
    Position position;
    Nest nest = elements.open(elements.shape(mask), position);
    Computation inner;
    Statement body = make(position, inner);
    inner.before.push_back(std::move(body));
    elements.close(nest);
    append(inLoops(nest, std::move(inner.before), statement), outside.before);
    append(std::move(outside.before), result);
  }

  Statement counted() const { return elements.assignment(number, number + 1); }

  Block elementAt(const Position &target, const Expr &source,
                  const Position &position) {
    Computation inner, place;
    Expr value = elements.at(source, position, inner);
    Expr element = elements.at(s.assignee, target, place);
    if (!place.before.empty() || !place.references.empty())
      throw NotScalarized{"subscripts of an assigned array that are computed "
                          "for each element"};
    for (const Expr &subscript : element.getIf<ArrayRef>()->subscripts)
      if (elements.reads(subscript, assigned))
        throw NotScalarized{"assignment that changes its own subscripts"};
    inner.before.push_back(
        elements.assignment(element, value, std::move(inner.references)));
    return std::move(inner.before);
  }

  const Statement &statement;
  const AssignmentStatement &s;
  ArrayElements &elements;
  ArrayAssignments &assignments;
  const std::string assigned;
  const bool isInLoop;
  Expr number;
  Block result;
};

} // namespace

static bool isPacking(const ArrayOperand::Intrinsic &function) {
  return function.name == "pack" || function.name == "unpack";
}

// The assignment converts each element.
static const Expr &assignedValue(const AssignmentStatement &s) {
  const Cast *converted = s.value.getIf<Cast>();
  return converted ? converted->a : s.value;
}

// An allocatable variable would be allocated with as many elements.
static std::string allocationBy(const Facts &facts,
                                const AssignmentStatement &s) {
  const VarRef *assignee = s.assignee.getIf<VarRef>();
  for (const ArrayOperand &operand : facts.arrays) {
    const auto *section = std::get_if<ArrayOperand::Section>(&operand.form);
    if (section && section->isAllocatable && assignee &&
        operand.value == assignee->name)
      return "allocation of '" + section->variable + "' by what 'pack' returns";
  }
  return "";
}

std::string frontend::packingObstacle(const Facts &facts,
                                      const AssignmentStatement *s) {
  for (const ArrayOperand &operand : facts.arrays) {
    const auto *function = std::get_if<ArrayOperand::Intrinsic>(&operand.form);
    if (!function || !isPacking(*function))
      continue;
    const VarRef *value = s ? assignedValue(*s).getIf<VarRef>() : nullptr;
    if (!value || value->name != operand.value)
      return "intrinsic '" + function->name + "' in an expression";
    const bool hasSize =
        function->name == "unpack" ||
        (function->arguments.size() > 2 && function->arguments[2].value);
    if (std::string made = hasSize ? "" : allocationBy(facts, *s);
        !made.empty())
      return made;
  }
  return "";
}

std::optional<Block> frontend::packing(const Statement &statement,
                                       const AssignmentStatement &s,
                                       ArrayElements &elements,
                                       ArrayAssignments &assignments,
                                       bool isInLoop) {
  const ArrayOperand::Intrinsic *function =
      elements.intrinsic(assignedValue(s));
  if (!function || !isPacking(*function))
    return std::nullopt;
  if (std::string obstacle = packingObstacle(statement.facts, &s);
      !obstacle.empty())
    throw NotScalarized{obstacle};
  std::vector<Expr> arguments;
  for (const ArrayOperand::Argument &argument : function->arguments)
    arguments.push_back(argument.value);
  Packing made(statement, s, elements, assignments, isInLoop);
  return function->name == "pack" ? made.packed(arguments)
                                  : made.unpacked(arguments);
}
