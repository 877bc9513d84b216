// Calls with arrays: functions that return one, elemental procedures.
#include "ArrayElements.h"

#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

// --- functions that return arrays

const Procedure &ArrayElements::calledFunction(const Result &result) const {
  if (!result.callee.procedure)
    throw NotScalarized{"call of function '" + result.callee.called +
                        "', which returns an array, and whose source was not "
                        "found; give its file on the command line, or its "
                        "directory with -I"};
  return program.procedures[*result.callee.procedure];
}

// As the callee declares it, in the names that are known here.
Shape ArrayElements::shape(const Result &result) {
  const Procedure &callee = calledFunction(result);
  const Variable *declared = nullptr;
  for (const Variable &variable : callee.variables)
    if (variable.name == callee.result)
      declared = &variable;
  if (!declared || declared->isScalar())
    throw NotScalarized{"call of function '" + result.callee.called +
                        "', whose result is no array of a size that its "
                        "arguments say; make it a subroutine"};
  Substitution known;
  for (size_t k = 0;
       k < callee.dummies.size() && k < result.arguments.size(); ++k) {
    const Argument &argument = result.arguments[k];
    const Expr *value = std::get_if<Expr>(&argument.value);
    const auto *view = std::get_if<ArrayView>(&argument.value);
    if (value && rank(*value) == 0)
      known[callee.dummies[k]] = at(*value, {});
    else if (view && view->rank == 0 && view->path.size() == 1 &&
             view->path.front().subscripts.empty())
      if (const Variable *own = locals.find(view->path.front().name))
        known[callee.dummies[k]] = Expr::var(own->name, own->type);
    for (const HiddenVariable &hidden : callee.hidden) {
      if (hidden.value.kind != HostValue::Kind::Extent ||
          !equalButForCase(hidden.value.path.front(), callee.dummies[k]))
        continue;
      Shape passed;
      if (value)
        passed = shape(*value);
      else if (view && view->rank > 0)
        passed = shape(sectionOf(*view));
      size_t axis = static_cast<size_t>(hidden.value.axis);
      if (axis < passed.size() && passed[axis])
        known[hidden.variable.name] =
            Expr::cast(passed[axis], hidden.variable.type);
    }
  }
  Shape extents;
  for (const Expr &extent : declared->declared.extents) {
    bool isKnown = static_cast<bool>(extent);
    if (extent)
      walk(extent, [&](const Expr &node) {
        const VarRef *var = node.getIf<VarRef>();
        isKnown &= !node.getIf<ArrayRef>() && !(var && !known.count(var->name));
        return true;
      });
    extents.push_back(isKnown ? fold(substitute(extent, known)) : Expr());
  }
  return extents;
}

ArrayView ArrayElements::viewOf(const std::string &array) const {
  const DeclaredLayout &declared = locals.find(array)->declared;
  ArrayView result;
  result.path.push_back({array, {}});
  result.lowerBounds = declared.lowerBounds;
  result.rank = static_cast<int>(declared.extents.size());
  return result;
}

// The part of the temporary, which may be larger, that has the result's shape.
ArrayView ArrayElements::placeFor(const Expr &result, const Expr &filled) {
  ArrayView view = viewOf(section(filled)->variable);
  Shape extents = shape(result), whole = shape(filled);
  if (view.rank < 2 || extents == whole)
    return view;
  for (size_t d = 0; d < extents.size(); ++d) {
    if (!extents[d])
      throw NotScalarized{"call of a function whose result is no array of a "
                          "size that its arguments say"};
    Subscript part;
    part.kind = Subscript::Kind::Section;
    part.first = view.lowerBounds[d];
    part.stride = Expr::integer(1);
    part.last = addInteger(subtractInteger(extents[d], Expr::integer(1)),
                           view.lowerBounds[d]);
    view.path.back().subscripts.push_back(std::move(part));
  }
  return view;
}

// A temporary that the function has filled.
Expr ArrayElements::returned(const ArrayOperand &array, const Result &result) {
  Expr itself = Expr::var(array.value, array.type);
  bool once = !dependsOnBound(itself);
  for (const auto &[known, value] : copies)
    if (once && known == itself)
      return value;
  const Procedure &callee = calledFunction(result);
  Inside scope(*this, once ? *outer : *now);
  Expr filled =
      temporary(result.callee.called + "_r", array.type, storage(itself));
  CallStatement call{result.callee, result.arguments, 1};
  Computation inner;
  {
    Inside arguments(*this, inner);
    settle(call.arguments);
  }
  call.arguments.resize(callee.dummies.size(),
                        {"", Argument::Absent{}, std::nullopt});
  call.arguments.push_back(
      {callee.result, placeFor(itself, filled), std::nullopt});
  for (Statement &statement : inner.before)
    add(std::move(statement));
  Statement statement = like;
  statement.facts.references = std::move(inner.references);
  statement.facts.obstacles.push_back(
      UserError("not supported: call of function '" + result.callee.called +
                    "'",
                like.range));
  statement.value = std::move(call);
  add(std::move(statement));
  if (once)
    copies.emplace_back(itself, filled);
  return filled;
}

Expr ArrayElements::element(const ArrayOperand &array, const Result &result,
                            const Position &position) {
  return at(returned(array, result), position);
}

// --- arguments

void ArrayElements::settle(std::vector<Argument> &arguments) {
  for (Argument &argument : arguments)
    if (Expr *value = std::get_if<Expr>(&argument.value)) {
      if (rank(*value) == 0)
        *value = at(*value, {});
      else
        argument.value = viewOf(section(materialized(*value))->variable);
    } else if (auto *view = std::get_if<ArrayView>(&argument.value)) {
      settle(*view);
    }
}

void ArrayElements::settle(ArrayView &view) {
  for (ArrayView::Part &part : view.path)
    for (Subscript &s : part.subscripts)
      if (s.kind == Subscript::Kind::Vector && s.index) {
        s.size = shape(s.index).front();
        s.index = elementAnywhere(s.index);
      } else {
        for (Expr *e : {&s.index, &s.first, &s.last, &s.stride})
          if (*e)
            *e = at(*e, {});
      }
}

// The element of a vector subscript at a position that is not known here:
// without statements that would have to come with it.
Expr ArrayElements::elementAnywhere(const Expr &index) {
  Computation inner;
  Expr value = at(index, {vectorPosition()}, inner);
  return inner.before.empty() && inner.references.empty()
             ? value
             : at(materialized(index), {vectorPosition()});
}

// Expressions, and subscripts, have the values from before the call.
void ArrayElements::settleWhatChanges(std::vector<Argument> &arguments) {
  const std::vector<Argument> given = arguments;
  auto changes = [&](const Expr &e) {
    return std::any_of(given.begin(), given.end(), [&](const Argument &other) {
      const auto *view = std::get_if<ArrayView>(&other.value);
      return view && reads(e, view->path.front().name);
    });
  };
  auto settleIn = [&](Subscript &s) {
    for (Expr *e : {&s.index, &s.first, &s.last, &s.stride})
      if (*e && changes(*e))
        *e = rank(*e) > 0 ? materialized(*e) : hoisted(*e);
  };
  for (Argument &argument : arguments)
    if (auto *view = std::get_if<ArrayView>(&argument.value)) {
      for (ArrayView::Part &part : view->path)
        for (Subscript &s : part.subscripts)
          settleIn(s);
    } else if (const Expr *value = std::get_if<Expr>(&argument.value);
               value && changes(*value)) {
      std::vector<Argument> kept{argument};
      settle(kept);
      argument = std::move(kept.front());
    }
}

// --- elemental procedures

// Of components, the variable that stands for them.
ArrayOperand::Section ArrayElements::sectionOf(const ArrayView &view) const {
  const ArrayView::Part &last = view.path.back();
  if (view.path.size() == 1)
    return {last.name, last.subscripts};
  for (const HiddenVariable &hidden : procedure.hidden)
    if (hidden.value.kind == HostValue::Kind::Variable &&
        hidden.value.path.size() == view.path.size() &&
        std::equal(view.path.begin(), view.path.end(),
                   hidden.value.path.begin(),
                   [](const ArrayView::Part &part, const std::string &name) {
                     return equalButForCase(part.name, name);
                   }))
      return {hidden.variable.name, last.subscripts};
  throw NotScalarized{"component '" + last.name +
                      "' as an argument for each of its elements"};
}

Shape ArrayElements::shape(const std::vector<Argument> &arguments) {
  Shape result;
  for (const Argument &argument : arguments) {
    Shape found;
    if (const Expr *value = std::get_if<Expr>(&argument.value))
      found = shape(*value);
    else if (const auto *view = std::get_if<ArrayView>(&argument.value))
      if (view->rank > 0)
        found = shape(sectionOf(*view));
    if (result.empty())
      result = std::move(found);
  }
  return result;
}

std::vector<Argument>
ArrayElements::at(const std::vector<Argument> &arguments,
                  const Position &position, Computation &inside) {
  Inside scope(*this, inside);
  std::vector<Argument> result = arguments;
  for (Argument &argument : result)
    if (Expr *value = std::get_if<Expr>(&argument.value)) {
      *value = at(*value, position);
    } else if (auto *view = std::get_if<ArrayView>(&argument.value)) {
      if (view->rank == 0)
        continue;
      Section chosen = sectionOf(*view);
      DeclaredLayout declared = layout(chosen.variable);
      std::vector<Expr> place =
          chosen.subscripts.empty()
              ? position
              : subscripts(chosen.subscripts, declared.lowerBounds, position);
      std::vector<Subscript> &written = view->path.back().subscripts;
      written.assign(place.size(), Subscript());
      for (size_t a = 0; a < place.size(); ++a)
        written[a].index = addInteger(place[a], declared.lowerBounds[a]);
      view->rank = 0;
    }
  return result;
}
