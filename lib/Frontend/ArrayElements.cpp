#include "ArrayElements.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

Expr frontend::inCommonKind(const Expr &a, const Expr &other) {
  return Expr::cast(a, promote(a.type(), other.type()));
}

std::vector<Expr> frontend::integers(const std::vector<int64_t> &values) {
  std::vector<Expr> result;
  for (int64_t value : values)
    result.push_back(Expr::integer(value));
  return result;
}

Expr frontend::addInteger(const Expr &a, const Expr &b) {
  return fold(inCommonKind(a, b) + inCommonKind(b, a));
}
Expr frontend::subtractInteger(const Expr &a, const Expr &b) {
  return fold(inCommonKind(a, b) - inCommonKind(b, a));
}
Expr frontend::multiplyInteger(const Expr &a, const Expr &b) {
  return fold(inCommonKind(a, b) * inCommonKind(b, a));
}

ArrayElements::ArrayElements(FreshLocals &locals, const Procedure &procedure,
                             const Program &program)
    : locals(locals), procedure(procedure), program(program), index(procedure) {
  addFacts(procedure.body);
}

void ArrayElements::addFacts(const Facts &facts) {
  for (const ArrayOperand &array : facts.arrays) {
    operands.emplace(array.value, array);
    if (const auto *constructor = std::get_if<Constructor>(&array.form))
      declareIndices(constructor->items);
  }
  for (const FunctionReference &reference : facts.references)
    references.emplace(reference.value, reference);
}

// Those of implied dos: "i#do".
void ArrayElements::declareIndices(
    const std::vector<Constructor::Item> &items) {
  for (const Constructor::Item &item : items)
    if (!item.variable.empty()) {
      locals.declareIndex(item.variable.substr(0, item.variable.find('#')),
                          Type::integer(4));
      declareIndices(item.items);
    }
}

void ArrayElements::addFacts(const Block &block) {
  for (const Statement &statement : block) {
    addFacts(statement.facts);
    if (const auto *s = std::get_if<IfStatement>(&statement.value))
      for (const Branch &branch : s->branches)
        addFacts(branch.facts);
    if (const auto *s = std::get_if<WhereStatement>(&statement.value))
      for (const Branch &branch : s->branches)
        addFacts(branch.facts);
    if (const auto *s = std::get_if<ForallStatement>(&statement.value))
      addFacts(s->body.facts);
    forEachBlock(statement, [&](const Block &inner) { addFacts(inner); });
  }
}

void ArrayElements::begin(const Statement &statement, Computation &outside) {
  like = Statement();
  like.range = statement.range;
  like.line = statement.line;
  like.facts.isAhead = statement.facts.isAhead;
  outer = now = &outside;
  scalars.clear();
  found.clear();
  copies.clear();
  assigned.clear();
  conforming.clear();
  hoistsReferences = false;
  depth = 0;
}

void ArrayElements::bind(const std::string &variable, const Expr &value) {
  bound[variable] = value;
}

// --- what an expression is made of

const ArrayOperand *ArrayElements::operand(const Expr &e) const {
  const VarRef *var = e.getIf<VarRef>();
  auto found = var ? operands.find(var->name) : operands.end();
  return found == operands.end() ? nullptr : &found->second;
}

const FunctionReference *ArrayElements::reference(const Expr &e) const {
  const VarRef *var = e.getIf<VarRef>();
  auto found = var ? references.find(var->name) : references.end();
  return found == references.end() ? nullptr : &found->second;
}

const ArrayOperand::Section *ArrayElements::section(const Expr &e) const {
  const ArrayOperand *array = operand(e);
  return array ? std::get_if<Section>(&array->form) : nullptr;
}

const ArrayOperand::Intrinsic *ArrayElements::intrinsic(const Expr &e) const {
  const ArrayOperand *array = operand(e);
  return array ? std::get_if<Intrinsic>(&array->form) : nullptr;
}

void ArrayElements::forEachName(const Constructor::Item &item,
                                const Visit &visit) const {
  for (const Expr &e : {item.value.value, item.first, item.last, item.step})
    forEachName(e, visit);
  for (const Constructor::Item &inner : item.items)
    forEachName(inner, visit);
}

// Calls `visit` with each variable and array element in the expression and in
// the operands and references that it mentions.
void ArrayElements::forEachName(const Expr &e, const Visit &visit) const {
  if (!e)
    return;
  auto inSubscripts = [&](const std::vector<Subscript> &subscripts) {
    for (const Subscript &s : subscripts)
      for (const Expr &part : {s.index, s.first, s.last, s.stride})
        forEachName(part, visit);
  };
  walk(e, [&](const Expr &node) {
    visit(node);
    if (const ArrayOperand *array = operand(node))
      match(
          array->form,
          [&](const Section &section) {
            visit(Expr::array(section.variable, {}, array->type));
            inSubscripts(section.subscripts);
          },
          [&](const Table &table) { inSubscripts(table.subscripts); },
          [&](const Constructor &constructor) {
            for (const Constructor::Item &item : constructor.items)
              forEachName(item, visit);
          },
          [&](const Intrinsic &intrinsic) {
            for (const ArrayOperand::Argument &argument : intrinsic.arguments)
              forEachName(argument.value, visit);
          },
          [&](const Result &result) { forEachName(result.arguments, visit); });
    else if (const FunctionReference *called = reference(node))
      forEachName(called->arguments, visit);
    return true;
  });
}

void ArrayElements::forEachName(const std::vector<Argument> &arguments,
                                const Visit &visit) const {
  for (const Argument &argument : arguments) {
    if (const Expr *value = std::get_if<Expr>(&argument.value))
      forEachName(*value, visit);
    if (const auto *view = std::get_if<ArrayView>(&argument.value)) {
      visit(Expr::array(view->path.front().name, {}, Type()));
      forEachExpr(*view, [&](const Expr &part) { forEachName(part, visit); });
    }
  }
}

bool ArrayElements::dependsOnBound(const Expr &e) const {
  bool depends = false;
  forEachName(e, [&](const Expr &node) {
    const VarRef *var = node.getIf<VarRef>();
    depends |= var && bound.count(var->name);
  });
  return depends;
}

bool ArrayElements::reads(const Expr &e, const std::string &array) const {
  bool found = false;
  forEachName(e, [&](const Expr &node) {
    const ArrayRef *element = node.getIf<ArrayRef>();
    found |= element && element->name == array;
  });
  return found;
}

int ArrayElements::rank(const Expr &e) const {
  int result = 0;
  walk(e, [&](const Expr &node) {
    if (const ArrayOperand *array = operand(node))
      result = std::max(result, array->rank);
    if (const FunctionReference *called = reference(node))
      result = std::max(result, called->rank);
    return true;
  });
  return result;
}

// Has it one value in the whole statement?
bool ArrayElements::isInvariant(const Expr &e) const {
  return rank(e) == 0 && !dependsOnBound(e);
}

// Is no element of it computed by statements of its own?
bool ArrayElements::isDirect(const Expr &e) const {
  bool direct = true;
  forEachName(e, [&](const Expr &node) {
    const ArrayOperand *array = operand(node);
    const Intrinsic *intrinsic = array && array->rank > 0
                                     ? std::get_if<Intrinsic>(&array->form)
                                     : nullptr;
    const FunctionReference *called = reference(node);
    direct &= !(intrinsic && isReduction(*intrinsic)) &&
              !(array && std::holds_alternative<Result>(array->form)) &&
              !(called && called->rank > 0);
  });
  return direct;
}

bool ArrayElements::hasItems(const Expr &e) const {
  bool found = false;
  walk(e, [&](const Expr &node) {
    const ArrayOperand *array = operand(node);
    if (!array)
      return true;
    if (const auto *constructor = std::get_if<Constructor>(&array->form))
      for (const Constructor::Item &item : constructor->items)
        found |= item.variable.empty() && item.value.rank == 0;
    else if (const auto *intrinsic = std::get_if<Intrinsic>(&array->form))
      found |= isPlace(*array, *intrinsic);
    else
      found |= std::holds_alternative<Table>(array->form);
    return true;
  });
  return found;
}

Nest ArrayElements::open(const Shape &shape, Position &position) {
  Nest nest;
  position.assign(shape.size(), Expr());
  for (size_t d = shape.size(); d-- > 0;) {
    if (!shape[d])
      throw NotScalarized{"array of unknown size"};
    Type type = Type::integer(std::max(4, shape[d].type().bytes));
    std::string variable = locals.loopVariable(depth++, type);
    position[d] = Expr::var(variable, type);
    nest.push_back(
        {variable, type, Expr::integer(0, type), fold(shape[d] - 1), 1});
  }
  return nest;
}

void ArrayElements::addStrides(const Expr &assignee, Nest &loops) {
  const ArrayOperand::Section *of = section(assignee);
  if (!of)
    return;
  size_t loop = loops.size(); // that of the first axis is the innermost
  for (const Subscript &s : of->subscripts) {
    if (s.kind == Subscript::Kind::Element)
      continue;
    --loop;
    if (s.kind == Subscript::Kind::Section && !asInteger(s.stride))
      loops[loop].stride = at(s.stride, {});
  }
}

// --- statements

Statement
ArrayElements::assignment(const Expr &assignee, const Expr &value,
                          std::vector<FunctionReference> called) const {
  Statement result = like;
  result.value =
      AssignmentStatement{assignee, Expr::cast(value, assignee.type())};
  result.facts.references = std::move(called);
  return result;
}

Statement
ArrayElements::conditional(const Expr &condition, Block body,
                           std::vector<FunctionReference> called) const {
  Branch branch;
  branch.condition = condition;
  branch.range = like.range;
  branch.body = std::move(body);
  branch.facts.references = std::move(called);
  IfStatement conditional;
  conditional.branches.push_back(std::move(branch));
  Statement result = like;
  result.value = std::move(conditional);
  return result;
}

// --- elements

Expr ArrayElements::at(const Expr &e, const Position &position,
                       Computation &inside) {
  Inside scope(*this, inside);
  return at(e, position);
}

// An integer that was widened is itself again in its old type.
static Expr converted(const Expr &value, Type type) {
  const Cast *inner = value.getIf<Cast>();
  bool undone = inner && inner->a.type() == type && type.isInteger() &&
                value.type().isInteger() && value.type().bytes >= type.bytes;
  return undone ? inner->a : Expr::cast(value, type);
}

Expr ArrayElements::at(const Expr &e, const Position &position) {
  if (const VarRef *var = e.getIf<VarRef>()) {
    if (auto value = bound.find(var->name); value != bound.end())
      return Expr::cast(value->second, e.type());
    if (const ArrayOperand *array = operand(e))
      return array->rank > 0 ? element(*array, position) : scalar(*array);
    if (const FunctionReference *called = reference(e))
      return reference(*called, position, e.type());
    return e;
  }
  if (!assigned.empty() && now != outer && isInvariant(e) && reads(e, assigned))
    return hoisted(e);
  std::vector<Expr> parts = loopyc::operands(e);
  for (Expr &part : parts)
    part = at(part, position);
  if (e.getIf<Cast>())
    return converted(parts.front(), e.type());
  return parts.empty() ? e : withOperands(e, parts);
}

// A scalar with the value that it has before the statement.
Expr ArrayElements::hoisted(const Expr &e) {
  for (const auto &[known, value] : copies)
    if (known == e)
      return value;
  Expr result = locals.scalar("before", e.type(), like.range);
  Expr value = at(e, {}, *outer);
  outer->before.push_back(
      assignment(result, value, std::move(outer->references)));
  outer->references.clear();
  copies.emplace_back(e, result);
  return result;
}

Expr ArrayElements::scalar(const ArrayOperand &array) {
  const Intrinsic *intrinsic = std::get_if<Intrinsic>(&array.form);
  if (!intrinsic)
    throw InternalError("a scalar operand that is no reduction");
  Expr itself = Expr::var(array.value, array.type);
  if (dependsOnBound(itself))
    return reduce(array, *intrinsic, {});
  auto known = scalars.find(array.value);
  if (known != scalars.end())
    return known->second;
  Inside outside(*this, *outer);
  Expr result = reduce(array, *intrinsic, {});
  scalars.emplace(array.value, result);
  return result;
}

Expr ArrayElements::reference(const FunctionReference &called,
                              const Position &position, Type type) {
  Expr itself = Expr::var(called.value, type);
  if (called.rank == 0 && hoistsReferences && !dependsOnBound(itself))
    return referredOnce(called, itself);
  FunctionReference own = called;
  if (called.rank == 0) {
    settle(own.arguments);
  } else {
    own.value += "." + std::to_string(++made);
    own.rank = 0;
    for (Argument &argument : own.arguments)
      if (Expr *value = std::get_if<Expr>(&argument.value))
        *value = at(*value, position);
  }
  Expr result = Expr::var(own.value, type);
  now->references.push_back(std::move(own));
  return result;
}

Expr ArrayElements::referredOnce(const FunctionReference &called,
                                 const Expr &itself) {
  auto known = scalars.find(called.value);
  if (known != scalars.end())
    return known->second;
  Inside outside(*this, *outer);
  FunctionReference own = called;
  settle(own.arguments);
  outer->references.push_back(std::move(own));
  Expr result =
      locals.scalar(called.callee.called + "_r", itself.type(), like.range);
  outer->before.push_back(
      assignment(result, itself, std::move(outer->references)));
  outer->references.clear();
  scalars.emplace(called.value, result);
  return result;
}

Expr ArrayElements::element(const ArrayOperand &array,
                            const Position &position) {
  return match(array.form, [&](const auto &form) {
    return element(array, form, position);
  });
}

std::vector<Expr>
ArrayElements::subscripts(const std::vector<Subscript> &subscripts,
                          const std::vector<Expr> &lower,
                          const Position &position) {
  std::vector<Expr> result;
  size_t d = 0;
  for (size_t a = 0; a < subscripts.size(); ++a) {
    const Subscript &s = subscripts[a];
    if (s.kind == Subscript::Kind::Element) {
      result.push_back(subtractInteger(at(s.index, {}), lower[a]));
      continue;
    }
    if (d == position.size())
      throw NotScalarized{"array section of another rank"};
    const Expr &p = position[d++];
    if (s.kind == Subscript::Kind::Vector) {
      result.push_back(subtractInteger(at(s.index, {p}), lower[a]));
      continue;
    }
    std::optional<int64_t> step = asInteger(s.stride);
    Expr first =
        s.first ? subtractInteger(at(s.first, {}), lower[a]) : Expr::integer(0);
    Expr stride = step ? Expr::integer(*step, p.type()) : at(s.stride, {});
    result.push_back(addInteger(first, multiplyInteger(p, stride)));
  }
  return result;
}

Expr ArrayElements::element(const ArrayOperand &array, const Section &section,
                            const Position &position) {
  DeclaredLayout declared = layout(section.variable);
  return Expr::array(
      section.variable,
      section.subscripts.empty()
          ? position
          : subscripts(section.subscripts, declared.lowerBounds, position),
      array.type);
}

// select(n == 0, items[0], select(n == 1, items[1], ...))
Expr ArrayElements::chosen(const std::vector<Expr> &items,
                           const Expr &number) const {
  if (std::optional<int64_t> known = asInteger(number))
    if (*known >= 0 && static_cast<size_t>(*known) < items.size())
      return items[static_cast<size_t>(*known)];
  Expr result = items.back();
  for (size_t k = items.size() - 1; k-- > 0;)
    result = Expr::select(
        Expr::binary(BinaryOp::Eq, number,
                     Expr::integer(static_cast<int64_t>(k), number.type())),
        items[k], result);
  return result;
}

Expr ArrayElements::element(const ArrayOperand &array, const Table &table,
                            const Position &position) {
  std::vector<Expr> place = position;
  if (!table.subscripts.empty())
    place = subscripts(table.subscripts, integers(table.lowerBounds), position);
  Expr number = Expr::integer(0);
  for (size_t a = place.size(); a-- > 0;)
    number = addInteger(
        multiplyInteger(number, Expr::integer(table.extents[a])), place[a]);
  if (table.elements.empty())
    throw NotScalarized{"constant array without elements"};
  if (asInteger(number) || table.elements.size() <= maxChosenElements)
    return chosen(table.elements, number);
  return tableElement(table, place, array.type);
}

Expr ArrayElements::element(const ArrayOperand &array,
                            const Constructor &constructor,
                            const Position &position) {
  const std::vector<Constructor::Item> &items = constructor.items;
  if (std::optional<int64_t> known = asInteger(position[0])) {
    if (Expr value = itemAt(items, *known))
      return value;
  } else if (items.size() == 1) {
    if (Expr value = element(items.front(), position[0]))
      return value;
  } else if (items.size() <= maxChosenElements &&
             std::all_of(items.begin(), items.end(), [](const auto &item) {
               return item.variable.empty() && item.value.rank == 0;
             })) {
    std::vector<Expr> values;
    for (const Constructor::Item &item : items)
      values.push_back(at(item.value.value, {}));
    if (!values.empty())
      return chosen(values, position[0]);
  }
  return at(filled(array, constructor), position);
}

// Null where that is not known without filling an array.
Expr ArrayElements::itemAt(const std::vector<Constructor::Item> &items,
                           int64_t number) {
  for (const Constructor::Item &item : items) {
    std::optional<int64_t> count = asInteger(size(item));
    if (!count)
      return {};
    if (number < *count)
      return element(item, Expr::integer(number));
    number -= *count;
  }
  return {};
}

// Of those that the item stands for, the one of that number; null where it
// takes more than an expression.
Expr ArrayElements::element(const Constructor::Item &item, const Expr &number) {
  if (item.variable.empty()) {
    if (item.value.rank == 0)
      return at(item.value.value, {});
    return at(item.value.value, positionOf(number, shape(item.value.value)));
  }
  if (item.items.size() != 1 || !item.items.front().variable.empty() ||
      item.items.front().value.rank > 0)
    return {};
  Expr step = at(item.step, {});
  bind(item.variable,
       addInteger(at(item.first, {}), multiplyInteger(number, step)));
  Expr result = at(item.items.front().value.value, {});
  unbind(item.variable);
  return result;
}
