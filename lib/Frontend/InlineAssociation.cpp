#include "InlineAssociation.h"

#include "AssignedNames.h"

#include "loopyc/Support/LetterCase.h"
#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

bool holds(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool intersect(const std::set<std::string> &a, const std::set<std::string> &b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string &name) { return b.count(name); });
}

class Association {
public:
  Association(const Callee &resolved, const std::vector<Argument> &arguments,
              const CallTargets &targets, CallerVariables &variables,
              CallSite &site)
      : callee(targets.procedureOf(resolved)), arguments(arguments),
        targets(targets), variables(variables), site(site),
        changed(targets.changedBy(resolved, arguments, site.scope)),
        effects(targets.effectsOf(resolved, arguments, site.scope)) {
    const InlineScope &scope = site.scope;
    inner.procedure = *resolved.procedure;
    inner.caller = &scope;
    inner.called = kindName(callee) + (" " + quoted(callee.name));
    inner.call = site.statement.range;
    inner.callLines = scope.callLines;
    inner.callLines.push_back(site.statement.line);
    inner.isOfHost = scope.isOfHost && resolved.kind == Callee::Kind::Internal;
    variables.noteInlined(resolved, scope.isOfHost);
  }

  InlineScope run() {
    try {
      bindOuter();
    } catch (UserError &error) {
      throw calledHere(error);
    }
    for (bool arrays : {false, true}) // whose bounds scalars may be
      for (size_t k = 0; k < callee.dummies.size(); ++k)
        bind(k, arrays);
    if (arguments.size() > callee.dummies.size())
      bindResult();
    addLocals();
    return std::move(inner);
  }

private:
  bool assigns(const std::string &name) const {
    return effects.assigned.count({inner.procedure, "", lowerCase(name)}) != 0;
  }

  Expr keep(const std::string &name, const Expr &value) {
    return site.kept(name, value, callee.name);
  }

  // An error at a place in the callee.
  UserError calledHere(UserError error) const {
    if (error.diagnostics().front().range.known())
      error.note("in " + inner.called + ", which is called here", inner.call);
    return error;
  }

  // --- variables of hosts and modules
  void bindOuter() {
    for (const auto &[name, outer] : callee.outer) {
      VariableIdentity identity = targets.identityOf(inner, name);
      std::optional<Variable> own;
      if (outer.owner == OuterVariable::Owner::CommonBlock)
        own = variables.shareBlock(identity, hiddenOf(name), callee);
      else if (const Variable *known = variables.find(identity)) {
        own = *known;
        if (outer.owner == OuterVariable::Owner::Module)
          variables.shareModule(own->name, hiddenOf(name), callee);
      } else if (outer.owner == OuterVariable::Owner::Module)
        own = variables.import(hiddenOf(name), callee);
      else
        throw UserError("variable " + quoted(name) + " of the host of " +
                        quoted(callee.name) +
                        " is none that a kernel can have; pass what is needed "
                        "of it as an argument");
      setVariable(inner, name, *own);
      inner.meanings[presenceName(name)] = variables.presence(own->name);
      for (const HiddenVariable &hidden : callee.hidden)
        if (hidden.value.kind != HostValue::Kind::Variable &&
            equalButForCase(hidden.value.path.front(), name))
          inner.meanings[hidden.variable.name] = boundOf(hidden, *own);
    }
  }

  const HiddenVariable &hiddenOf(const std::string &name) {
    for (const HiddenVariable &hidden : callee.hidden)
      if (hidden.variable.name == name)
        return hidden;
    throw InternalError("variable '" + name + "' is not hidden");
  }

  static void setVariable(InlineScope &scope, const std::string &name,
                          const Variable &own) {
    if (own.isScalar())
      scope.meanings[name] = Expr::var(own.name, own.type);
    else
      scope.meanings[name] = wholeOf(own);
  }

  static Expr boundOf(const HiddenVariable &hidden, const Variable &own) {
    size_t axis = static_cast<size_t>(hidden.value.axis);
    return hidden.value.kind == HostValue::Kind::Extent
               ? own.declared.extents[axis]
               : own.declared.lowerBounds[axis];
  }

  // --- dummy arguments
  void bind(size_t k, bool arrays) {
    const std::string &name = callee.dummies[k];
    const Variable *dummy = declared(callee, name);
    if (arrays != (dummy && !dummy->isScalar()))
      return;
    if (!isPresent(k)) {
      if (!holds(callee.optional, name))
        throw UserError("there is no argument for " + quoted(name) + " of " +
                        quoted(callee.name) + "; pass one");
      inner.meanings[name] = InlineScope::Absent{};
      inner.meanings[presenceName(name)] = Expr::logical(false);
      for (const HiddenVariable &hidden : callee.hidden)
        if (equalButForCase(hidden.value.path.front(), name))
          inner.meanings[hidden.variable.name] = InlineScope::Absent{};
      return;
    }
    inner.meanings[presenceName(name)] = presenceOf(arguments[k]);
    const Argument &actual = arguments[k];
    if (actual.obstacle)
      throw *actual.obstacle;
    if (const auto *procedure =
            std::get_if<Argument::ProcedureName>(&actual.value))
      inner.meanings[name] = meantBy(*procedure, site.scope);
    else if (!dummy)
      throw UserError("not supported: argument " + quoted(name) + " of " +
                      quoted(callee.name));
    else if (dummy->isScalar())
      inner.meanings[name] = scalarFor(*dummy, actual);
    else
      bindArray(*dummy, actual);
  }

  // An array, which the caller has a place for.
  void bindResult() {
    requireFunction(callee);
    const Variable *result = declared(callee, callee.result);
    if (!result || result->isScalar())
      throw UserError("function " + quoted(callee.name) +
                      " never assigns its result; assign it");
    bindArray(*result, arguments.back());
  }

  bool isPresent(size_t k) {
    if (k >= arguments.size() ||
        std::holds_alternative<Argument::Absent>(arguments[k].value))
      return false;
    const auto *view = std::get_if<ArrayView>(&arguments[k].value);
    const auto *meaning =
        view ? site.scope.find(view->path.front().name) : nullptr;
    return !meaning || !std::holds_alternative<InlineScope::Absent>(*meaning);
  }

  // The caller may hand on what it need not have itself.
  Expr presenceOf(const Argument &actual) const {
    const auto *view = std::get_if<ArrayView>(&actual.value);
    if (!view || view->path.size() > 1 ||
        !view->path.front().subscripts.empty())
      return Expr::logical(true);
    const std::string &name = view->path.front().name;
    const auto *asked = site.scope.find(presenceName(name));
    if (const auto *known = asked ? std::get_if<Expr>(asked) : nullptr)
      return *known;
    return site.scope.caller ? Expr::logical(true) : variables.presence(name);
  }

  void requireType(const Variable &dummy, Type actual) {
    if (dummy.type != actual)
      throw UserError("the argument for " + quoted(dummy.name) + " of " +
                      quoted(callee.name) + " is " + actual.fortran() +
                      ", but it is declared as " + dummy.type.fortran() +
                      "; pass what has its type");
  }

  Expr scalarFor(const Variable &dummy, const Argument &actual) {
    const bool isCopied = holds(callee.copied, dummy.name);
    Expr value;
    bool isVariable = false;
    if (const auto *view = std::get_if<ArrayView>(&actual.value)) {
      if (view->rank > 0)
        throw UserError("the argument for the scalar " + quoted(dummy.name) +
                        " of " + quoted(callee.name) +
                        " is an array; write a loop over its elements");
      value = elementOf(*view);
      isVariable = value.getIf<VarRef>() || value.getIf<ArrayRef>();
    } else {
      value = site.value(std::get<Expr>(actual.value));
    }
    requireType(dummy, value.type());
    if (isVariable && !isCopied)
      return value;
    if (assigns(dummy.name) && !isCopied)
      throw UserError(quoted(callee.name) + " assigns its argument " +
                      quoted(dummy.name) + ", for which this call passes " +
                      value.str() + "; pass a variable");
    bool isStable = isSimple(value) && !assigns(dummy.name) &&
                    !effects.anything && !intersect(namesIn(value), changed);
    return isStable ? value : keep(dummy.name, value);
  }

  // Of what may stand wherever the dummy stands: it costs nothing to evaluate.
  static bool isSimple(const Expr &e) {
    bool result = true;
    walk(e, [&](const Expr &node) {
      result = result && !node.getIf<ArrayRef>() && !node.getIf<Call>() &&
               !node.getIf<Select>() &&
               (node.type().isInteger() || operands(node).empty());
      return result;
    });
    return result;
  }

  // A scalar designator. What its subscripts depend on may change while the
  // callee runs; the element stays the same.
  Expr elementOf(const ArrayView &view) {
    InlineScope::Meaning meaning = designated(view);
    if (const Expr *scalar = std::get_if<Expr>(&meaning))
      return *scalar;
    return std::get<StridedView>(meaning).element({});
  }

  void fix(Expr &subscript, const char *name) {
    if (effects.anything || intersect(namesIn(subscript), changed))
      subscript = keep(name, subscript);
  }

  // What the designator stands for: an array, an element of one, or a scalar.
  InlineScope::Meaning designated(const ArrayView &view) {
    InlineScope &scope = site.scope;
    const std::string name = targets.variableNameOf(view, scope);
    const Variable *found = targets.variableAt(name, scope);
    bool isComponent = view.path.size() > 1;
    if (!found || (isComponent && name == view.path.front().name))
      throw UserError("not supported: argument " +
                      quoted(view.path.front().name));
    const Variable variable = *found; // more may be added
    if (variable.isScalar())
      return scope.translated(Expr::var(name, variable.type));
    const InlineScope::Meaning *meaning = scope.find(name);
    StridedView whole =
        meaning ? std::get<StridedView>(*meaning) : wholeOf(variable);
    if (view.path.back().subscripts.empty())
      return whole;
    return sectionOf(whole, rangesOf(view, whole));
  }

  // One for each subscript.
  std::vector<Range> rangesOf(const ArrayView &view, const StridedView &whole) {
    const InlineScope &scope = site.scope;
    const std::string name = targets.variableNameOf(view, scope);
    const Variable variable = *targets.variableAt(name, scope);
    const std::vector<Subscript> &subscripts = view.path.back().subscripts;
    const bool isOuter = targets.procedureOf(scope).outer.count(name) != 0;
    std::vector<Range> ranges;
    for (size_t k = 0; k < subscripts.size(); ++k) {
      const Expr &lower = variable.declared.lowerBounds[k];
      ranges.push_back(rangeOf(subscripts[k],
                               isOuter ? lower : scope.translated(lower),
                               whole.dimensions[k]));
    }
    return ranges;
  }

  Range rangeOf(const Subscript &subscript, const Expr &lower,
                const StridedView::Dimension &along) {
    auto zeroBased = [&](const Expr &e, const char *name) {
      Expr value = indexDifference(site.value(e), lower);
      fix(value, name);
      return value;
    };
    switch (subscript.kind) {
    case Subscript::Kind::Element:
      return {zeroBased(subscript.index, "at"), {}, {}};
    case Subscript::Kind::Section: {
      Expr stride = site.value(subscript.stride);
      fix(stride, "stride");
      // Bounds that are not written are the array's, whatever the stride.
      Expr end = along.extent ? indexDifference(along.extent, Expr::integer(1))
                              : Expr();
      Expr first = subscript.first ? zeroBased(subscript.first, "first")
                                   : Expr::integer(0);
      Expr last = subscript.last ? zeroBased(subscript.last, "last") : end;
      if (!last && (asInteger(first) != 0 || asInteger(stride) != 1))
        throw UserError("not supported: argument that ends with an array of "
                        "an unknown size; give the last bound of the section");
      return {first, stride, last};
    }
    case Subscript::Kind::Vector:
      return vectorRange(subscript, lower);
    }
    throw InternalError("unknown kind of subscript");
  }

  // The elements that a vector chooses are those of the time of the call.
  Range vectorRange(const Subscript &subscript, const Expr &lower) {
    if (!subscript.size)
      throw UserError("not supported: argument with a vector subscript that is "
                      "no array expression; assign it to an array before");
    const Expr stand = vectorPosition();
    site.scope.meanings[stand.getIf<VarRef>()->name] = stand;
    Expr size = site.value(subscript.size);
    fix(size, "size");
    Expr index = rewrite(site.value(subscript.index), [&](const Expr &node) {
      const auto *array = node.getIf<ArrayRef>();
      if (array && changed.count(array->name))
        throw UserError(quoted(callee.name) + " changes " +
                        quoted(array->name) +
                        ", by whose values this call chooses elements; choose "
                        "them by a copy of " +
                        quoted(array->name));
      const auto *var = node.getIf<VarRef>();
      return var && changed.count(var->name) ? keep(var->name, node) : node;
    });
    return {{}, {}, {}, indexDifference(index, lower), size};
  }

  void bindArray(const Variable &dummy, const Argument &actual) {
    const auto *view = std::get_if<ArrayView>(&actual.value);
    if (!view)
      throw UserError("the argument for the array " + quoted(dummy.name) +
                      " of " + quoted(callee.name) +
                      " is an expression; assign it to an array before");
    if (assigns(dummy.name) && hasVectorSubscript(*view))
      throw UserError(quoted(callee.name) + " assigns its argument " +
                      quoted(dummy.name) +
                      ", for which this call passes elements that a vector "
                      "subscript chooses; pass a variable");
    auto [passed, whole, first] = passedBy(*view);
    requireType(dummy, passed.type);
    bool assumesShape = false;
    for (const HiddenVariable &hidden : callee.hidden) {
      size_t axis = static_cast<size_t>(hidden.value.axis);
      if (hidden.value.kind == HostValue::Kind::Variable ||
          !equalButForCase(hidden.value.path.front(), dummy.name) ||
          axis >= passed.dimensions.size())
        continue;
      const bool isExtent = hidden.value.kind == HostValue::Kind::Extent;
      assumesShape |= isExtent;
      Expr value = isExtent ? passed.dimensions[axis].size
                            : lowerBoundOf(passed, axis);
      if (value)
        inner.meanings[hidden.variable.name] =
            Expr::cast(value, hidden.variable.type);
    }
    requireStableBounds(dummy);
    if (assumesShape) {
      inner.meanings[dummy.name] = std::move(passed);
      return;
    }
    std::vector<Expr> extents;
    for (const Expr &extent : dummy.declared.extents)
      extents.push_back(boundFor(extent));
    if (view->rank > 0) // an element begins a sequence of any shape
      assumeExtents(dummy, extents, passed);
    auto result = reshaped(passed, extents);
    if (!std::holds_alternative<StridedView>(result))
      if (auto sequence = linearFrom(whole, first, extents))
        result = *sequence;
    if (const auto *reason = std::get_if<std::string>(&result))
      throw UserError("where the elements of " + quoted(dummy.name) + " of " +
                      quoted(callee.name) + " are in " +
                      quoted(passed.variable) + " cannot be shown: " + *reason +
                      "; pass a section of its shape");
    inner.meanings[dummy.name] = std::get<StridedView>(std::move(result));
  }

  // A dummy argument of as many dimensions as the array that is passed mostly
  // has its shape; where nothing declares the array's, that is assumed. The
  // last extent may be another: no element's place depends on it.
  //   real, allocatable :: p(:, :)
  //   call halo(p);  real a(0:m+1, 0:n+1)      size(p, 1) is m + 2
  void assumeExtents(const Variable &dummy, const std::vector<Expr> &extents,
                     StridedView &passed) {
    if (passed.isSequence() || extents.size() != passed.dimensions.size())
      return;
    for (size_t d = 0; d + 1 < extents.size(); ++d) {
      Expr &known = passed.dimensions[d].extent;
      if (known && extents[d] && isAssumable(known, extents[d])) {
        variables.assumeEqualExtents(
            {extents[d], known, "pass its first element", site.statement.range},
            "assumes that '" + passed.variable + "' has the shape that '" +
                callee.name + "' declares for '" + dummy.name +
                "', where line " + std::to_string(site.statement.line) +
                " passes it");
        known = extents[d];
      }
    }
  }

  // Would it say anything? And what is not there has no extents: whether a
  // statement is executed may depend on that.
  bool isAssumable(const Expr &known, const Expr &declared) const {
    std::set<std::string> names = namesIn(known);
    names.merge(namesIn(declared));
    std::optional<bool> areThere = variables.extentsAreThere(known);
    return areThere && (*areThere || !site.isConditional) &&
           targets.areFixed(names) &&
           asInteger(indexDifference(known, declared)) != 0 &&
           toAffine(fold(known)) && toAffine(fold(declared));
  }

  static bool hasVectorSubscript(const ArrayView &view) {
    const std::vector<Subscript> &given = view.path.back().subscripts;
    return std::any_of(given.begin(), given.end(), [](const Subscript &s) {
      return s.kind == Subscript::Kind::Vector;
    });
  }

  // Of an allocatable or pointer component, which a call passes as a whole;
  // null of a part.
  Expr lowerBoundOf(const StridedView &view, size_t dimension) const {
    const StridedView::Dimension &along = view.dimensions[dimension];
    const Variable *variable = variables.find(view.variable);
    bool isWhole = variable && !view.isSequence() && !along.index &&
                   asInteger(view.origin[along.axis]) == 0 &&
                   asInteger(along.stride) == 1;
    return isWhole ? variable->declared.lowerBounds[along.axis] : Expr();
  }

  // An array argument, and the array of which it is a sequence of elements from
  // a position on.
  struct Passed {
    StridedView view, whole;
    std::vector<Expr> first;
  };

  // Array arguments may begin at an element.
  Passed passedBy(const ArrayView &view) {
    if (view.rank > 0) {
      StridedView all = arrayAt(view);
      return {all, all, {}};
    }
    ArrayView itself = view;
    itself.path.back().subscripts.clear();
    StridedView all = arrayAt(itself);
    std::vector<Expr> first;
    for (const Range &range : rangesOf(view, all))
      first.push_back(range.first);
    return {sequenceFrom(all, first), all, first};
  }

  StridedView arrayAt(const ArrayView &view) {
    InlineScope::Meaning meaning = designated(view);
    const auto *array = std::get_if<StridedView>(&meaning);
    if (!array)
      throw UserError("not supported: a scalar for an array argument of " +
                      quoted(callee.name));
    return *array;
  }

  // Bounds have the values that they had when the procedure was entered.
  void requireStableBounds(const Variable &array) const {
    std::set<std::string> names;
    for (const auto *bounds :
         {&array.declared.extents, &array.declared.lowerBounds})
      for (const Expr &bound : *bounds)
        names.merge(namesIn(bound));
    for (const std::string &name : names) {
      bool changes = assigns(name) || intersect(inner.targetsOf(name), changed);
      if (changes)
        throw calledHere(UserError(
            "not supported: bounds of array " + quoted(array.name) + " with " +
                quoted(name) + ", which " + quoted(callee.name) + " assigns",
            array.range));
    }
  }

  Expr boundFor(const Expr &bound) {
    Expr result = bound ? fold(inner.translated(bound)) : bound;
    if (result && !absentIn(result).empty())
      throw UserError("a bound of an array of " + quoted(callee.name) +
                      " depends on the optional argument " +
                      quoted(absentIn(result)) +
                      ", which is absent in this call");
    return result;
  }

  // --- the callee's own variables
  void addLocals() {
    for (const Variable &variable : callee.variables) {
      if (variable.isArgument() || callee.outer.count(variable.name) ||
          inner.find(variable.name))
        continue;
      Variable own = variable;
      own.lifetimeLoops += site.loops;
      if (!own.isScalar())
        requireStableBounds(variable);
      for (Axis &axis : own.axes)
        axis.extent = boundFor(axis.extent);
      for (Expr &extent : own.declared.extents)
        extent = boundFor(extent);
      for (Expr &lower : own.declared.lowerBounds)
        lower = boundFor(lower);
      setVariable(inner, variable.name,
                  variables.addLocal(std::move(own), callee.name));
    }
  }

  const Procedure &callee;
  const std::vector<Argument> &arguments;
  const CallTargets &targets;
  CallerVariables &variables;
  CallSite &site;
  const std::set<std::string> changed; // by the call, where it stands
  const CallEffects::Effects effects;
  InlineScope inner;
};

} // namespace

InlineScope frontend::associate(const Callee &callee,
                                const std::vector<Argument> &arguments,
                                const CallTargets &targets,
                                CallerVariables &variables, CallSite &site) {
  const Callee resolved = targets.resolved(callee, site.scope);
  targets.requireInlinable(resolved, site.scope, site.statement.range);
  return Association(resolved, arguments, targets, variables, site).run();
}
