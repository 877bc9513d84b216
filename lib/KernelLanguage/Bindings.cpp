#include "Bindings.h"

#include "loopyc/Values/Affine.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;
using poly::Set;

namespace {

// Names of the function's arguments in sets that have the caller's, too.
std::string inFunction(const std::string &name) { return " f:" + name; }

class Binder {
public:
  Binder(const Function &function, const Statement &call, Building &building)
      : function(function), call(call), building(building),
        text(*call.text->text),
        assignment(std::get<AssignmentText>(call.text->value)),
        values(assignment.value->getIf<CallNode>()->arguments) {
    for (const NodePtr &assignee : assignment.assignees)
      assigned.insert(assignedName(*assignee));
  }

  Bindings run() {
    requireCounts();
    requireFixed();
    bool readsResults = values.size() != count(isOnlyRead);
    size_t value = 0, result = 0;
    for (const Formal &formal : function.formals) {
      bool hasValue = isOnlyRead(formal) || (formal.isRead && readsResults);
      NodePtr read = hasValue ? values[value++] : nullptr;
      NodePtr written =
          formal.isWritten ? assignment.assignees[result++] : nullptr;
      bindOne(formal, read, written);
    }
    for (const auto &[name, view] : bindings.views)
      requireFit(name, view);
    requireAssumptions();
    return std::move(bindings);
  }

private:
  static std::string quoted(const std::string &name) {
    return "'" + name + "'";
  }
  std::string what(const Formal &formal) const {
    return "argument " + quoted(formal.variable->name) + " of " +
           quoted(function.name);
  }

  // --- how many

  using Kind = bool (*)(const Formal &);
  static bool isRead(const Formal &formal) { return formal.isRead; }
  static bool isWritten(const Formal &formal) { return formal.isWritten; }
  static bool isOnlyRead(const Formal &formal) { return !formal.isWritten; }

  size_t count(Kind isOne) const {
    return std::count_if(function.formals.begin(), function.formals.end(),
                         isOne);
  }

  [[noreturn]] void failOnCount(Kind isOne, size_t found, const char *verb,
                                const char *given) const {
    std::string list;
    for (const Formal &formal : function.formals)
      if (isOne(formal))
        list += (list.empty() ? " (" : ", ") + formal.variable->name;
    text.fail(quoted(function.name) + " " + verb + " " +
                  std::to_string(count(isOne)) + " of its arguments" +
                  (list.empty() ? "" : list + "), in this order") +
                  ", and the call has " + std::to_string(found) + " " + given,
              call.text->span);
  }

  // Of what is written and read, too, the values may be left out: they are
  // those of the results.
  void requireCounts() const {
    if (call.text->attributes.atomic)
      text.fail("a call cannot be atomic; updates in the function can",
                call.text->span);
    if (values.size() != count(isRead) && values.size() != count(isOnlyRead))
      failOnCount(isRead, values.size(), "reads", "values");
    if (assignment.assignees.size() != count(isWritten))
      failOnCount(isWritten, assignment.assignees.size(), "writes", "results");
  }

  // --- what the call does not change

  // Names that are read, but for arrays that views are of.
  static void forEachName(
      const NodePtr &node,
      const std::function<void(const Node &, const std::string &)> &fn) {
    walk(node, [&](const Node &each) {
      if (const auto *name = each.getIf<NameNode>())
        fn(each, name->name);
      if (const auto *element = each.getIf<SubscriptNode>())
        fn(each, element->array);
      return true;
    });
  }

  NodeList subscriptsOf(const NodePtr &node) const {
    if (const auto *view = node->getIf<ViewNode>())
      return operands(*view->element);
    return node->getIf<SubscriptNode>() ? operands(*node) : NodeList();
  }

  void requireFixed(const NodePtr &node, const char *where) const {
    forEachName(node, [&](const Node &each, const std::string &name) {
      if (assigned.count(name))
        text.fail(quoted(name) + " is " + where +
                      ", which the call itself changes; copy it to a "
                      "temporary before the call",
                  each.span);
    });
  }

  // Which elements are meant, and whether the call runs at all.
  void requireFixed() const {
    for (const NodeList &list : {values, assignment.assignees})
      for (const NodePtr &node : list)
        for (const NodePtr &subscript : subscriptsOf(node))
          requireFixed(subscript, "in a subscript");
    for (const NodePtr &condition : call.text->attributes.predicates)
      forEachName(condition, [&](const Node &, const std::string &name) {
        if (assigned.count(name))
          text.fail(quoted(name) +
                        " is in the condition of the call, which "
                        "changes it; copy it to a temporary before the call",
                    call.text->span);
      });
  }

  bool isFixed(const NodePtr &node) const {
    bool fixed = true;
    forEachName(node, [&](const Node &, const std::string &name) {
      fixed = fixed && !assigned.count(name);
    });
    return fixed;
  }

  // --- one argument

  void bindOne(const Formal &formal, const NodePtr &read,
               const NodePtr &written) {
    for (const NodePtr &node : {read, written})
      if (node && !formal.variable->isScalar())
        requireView(formal, node);
    if (!formal.variable->isScalar())
      bindView(formal, read, written);
    else if (written)
      bindResult(formal, read, written);
    else
      bindNumber(formal, elementOf(formal, read));
  }

  void requireView(const Formal &formal, const NodePtr &node) const {
    size_t rank = formal.variable->axes.size();
    const auto *view = node->getIf<ViewNode>();
    if (!view)
      text.fail(what(formal) + " is an array with " + std::to_string(rank) +
                    " axes; pass a view of one, as '[i]: a[i]' or 'a[:]'",
                node->span);
    size_t axes = view->inames.size();
    for (const NodePtr &subscript : operands(*view->element))
      axes += subscript->getIf<SliceNode>() ? 1 : 0;
    if (axes != rank)
      text.fail(what(formal) + " is an array with " + std::to_string(rank) +
                    " axes, and this view has " + std::to_string(axes),
                node->span);
  }

  void giveType(const Formal &formal, const std::string &variable,
                const NodePtr &node) {
    auto said = function.building.symbols.at(formal.variable->name).type;
    if (!said)
      return;
    Symbol &symbol = building.symbols.at(variable);
    if (!symbol.type)
      symbol.type = said;
    else if (*symbol.type != *said)
      text.fail(what(formal) + " is " + said->str() + ", and " +
                    quoted(variable) + " is " + symbol.type->str(),
                node->span);
  }

  static bool isImage(const Symbol &symbol) {
    return symbol.declaration && symbol.declaration->isImage;
  }

  // An image may be passed for any array that is read, and nothing else for an
  // image.
  void requireSameHardware(const Formal &formal, const std::string &variable,
                           const NodePtr &node) const {
    const std::string &own = formal.variable->name;
    if (isImage(function.building.symbols.at(own)) &&
        !isImage(building.symbols.at(variable)))
      text.fail(what(formal) + " is an image, and " + quoted(variable) +
                    " is none; declare " + quoted(variable) +
                    " as an lp.ImageArg, or " + quoted(own) +
                    " as an lp.GlobalArg, for which images may be passed",
                node->span);
  }

  void bindView(const Formal &formal, const NodePtr &read,
                const NodePtr &written) {
    std::vector<View> views;
    for (const NodePtr &node : {read, written})
      if (node) {
        views.push_back(readView(*node->getIf<ViewNode>(), node->span, text,
                                 call.inames, building));
        giveType(formal, views.back().array, node);
        requireSameHardware(formal, views.back().array, node);
      }
    if (views.size() == 2 && !areSame(views[0], views[1]))
      text.fail(what(formal) + " is read and written: the call must have the "
                               "same view as its value and as its result",
                written->span);
    places[formal.variable->name] = (read ? read : written)->span;
    bindings.views.emplace(formal.variable->name, std::move(views[0]));
  }

  bool areSame(const View &a, const View &b) const {
    NodeList indices;
    for (size_t k = 0; k < a.axes.size(); ++k)
      indices.push_back(std::make_shared<const Node>(
          Node{NameNode{" " + std::to_string(k)}, {}}));
    auto sameLength = [&](size_t k) {
      const auto &x = a.axes[k].length, &y = b.axes[k].length;
      return !x || !y || x->ne(*y).isEmpty();
    };
    for (size_t k = 0; k < a.axes.size(); ++k)
      if (!sameLength(k))
        return false;
    return isSame(a.element(indices, {}), b.element(indices, {}));
  }

  // a[3], []: a[3]
  NodePtr elementOf(const Formal &formal, const NodePtr &node) const {
    const auto *view = node->getIf<ViewNode>();
    if (!view)
      return node;
    bool isElement = view->inames.empty();
    for (const NodePtr &subscript : operands(*view->element))
      isElement = isElement && !subscript->getIf<SliceNode>();
    if (!isElement)
      text.fail(what(formal) + " is a number, and not an array", node->span);
    return view->element;
  }

  void bindResult(const Formal &formal, const NodePtr &read,
                  const NodePtr &written) {
    NodePtr result = elementOf(formal, written);
    if (read && !isSame(elementOf(formal, read), result))
      text.fail(what(formal) + " is read and written: the call must have the "
                               "same variable as its value and as its result",
                written->span);
    giveType(formal, assignedName(*result), written);
    bindings.values[formal.variable->name] = result;
  }

  // --- numbers

  static bool isLiteral(const NodePtr &node) {
    if (const auto *prefix = node->getIf<PrefixNode>())
      return prefix->op == Prefix::Minus && isLiteral(prefix->a);
    return node->getIf<IntegerNode>() || node->getIf<RealNode>() ||
           node->getIf<ImaginaryNode>() || node->getIf<TruthNode>();
  }

  // Has it, wherever it stands, the value and type that the argument has?
  bool mayStand(const Formal &formal, const NodePtr &value,
                bool isAffine) const {
    auto said = function.building.symbols.at(formal.variable->name).type;
    if (!isFixed(value))
      return false;
    const auto *name = value->getIf<NameNode>();
    if (said && name && building.symbols.count(name->name)) {
      const Symbol &symbol = building.symbols.at(name->name);
      bool isInt = symbol.kind == Symbol::Iname || symbol.isIndex;
      return symbol.type ? *symbol.type == *said
                         : isInt && *said == Type::integer(4);
    }
    if (said)
      return isAffine && *said == Type::integer(4);
    return isLiteral(value) || name || isAffine;
  }

  void bindNumber(const Formal &formal, const NodePtr &value) {
    const std::string &name = formal.variable->name;
    auto affine = affineOf(value, building);
    bool isSize = function.building.symbols.at(name).isIndex;
    if (isSize && !affine && isLiteral(value))
      text.fail(what(formal) + " is an integer", value->span);
    if (affine && isFixed(value)) {
      bindings.sizes.emplace(name, *affine);
      if (isSize)
        markSizes(value);
    }
    if (mayStand(formal, value, affine.has_value()))
      bindings.values[name] = value;
    else
      bindings.computed[name] = value;
  }

  void markSizes(const NodePtr &value) {
    forEachName(value, [&](const Node &, const std::string &name) {
      Symbol &symbol = building.symbols.at(name);
      if (symbol.kind == Symbol::Variable)
        symbol.isIndex = true;
    });
  }

  // --- shapes

  // With what the caller passes for numbers.
  Set inCaller(Set set) const {
    for (const auto &[name, value] : bindings.sizes)
      if (set.involves(inFunction(name)))
        set = set.equate(inFunction(name), value).project({inFunction(name)});
    return set;
  }

  Set inFunctionNames(const Set &set) const {
    std::map<std::string, std::string> names;
    for (const Formal &formal : function.formals)
      names[formal.variable->name] = inFunction(formal.variable->name);
    return set.rename(names);
  }

  static std::string pointText(const poly::Point &point) {
    std::string list;
    for (const auto &[name, value] : point)
      if (name[0] != ' ')
        list +=
            (list.empty() ? "" : ", ") + name + " = " + std::to_string(value);
    return list.empty() ? "" : " (for " + list + ")";
  }

  void requireFit(const std::string &name, const View &view) const {
    const Variable *array = nullptr;
    for (const Formal &formal : function.formals)
      if (formal.variable->name == name)
        array = formal.variable.get();
    for (size_t a = 0; a < view.axes.size(); ++a)
      if (view.axes[a].length)
        requireFit(*array, a, *view.axes[a].length);
  }

  void requireFit(const Variable &array, size_t axis,
                  const PwAff &length) const {
    const std::string wanted = " wanted", found = " found";
    std::optional<PwAff> extent = toAffine(array.axes[axis].extent);
    Span span = places.at(array.name);
    std::string who = "argument " + quoted(array.name) + " of " +
                      quoted(function.name) + " has " +
                      array.axes[axis].extent.str() + " elements along axis " +
                      std::to_string(axis);
    if (!extent)
      text.fail(who + ", which is no affine function of sizes, so that nothing "
                      "can be proved of the view; pass a whole axis, 'a[:]', "
                      "of an array without a shape",
                span);
    Set need =
        inCaller(inFunctionNames(Set::universe().equate(wanted, *extent)));
    need = need.intersect(contextOf(call.inames, building));
    // Without a value, it is empty.
    Set has = Set::universe().equate(found, length);
    Set none = has.project({found}).complement().intersect(
        PwAff::name(found).eq(PwAff::constant(0)));
    Set bad = need.intersect(has.unite(none))
                  .intersect(PwAff::name(wanted).gt(PwAff::name(found)));
    if (auto point = bad.sample(); point && !bad.isEmpty())
      text.fail(who + ": " + std::to_string((*point)[wanted]) +
                    ", where the view has " + std::to_string((*point)[found]) +
                    pointText(*point) +
                    "; pass a view as large, or say by assumptions= that it is",
                span);
  }

  void requireAssumptions() const {
    if (!function.building.source.assumptions)
      return;
    Set assumed = inCaller(inFunctionNames(
        readAssumptions(*function.building.source.assumptions)));
    Set bad = contextOf(call.inames, building).subtract(assumed);
    if (auto point = bad.sample(); point && !bad.isEmpty())
      text.fail(quoted(function.name) + " assumes " +
                    function.building.source.assumptions->text +
                    ", which need not hold here" + pointText(*point) +
                    "; say by assumptions= of '" + building.source.name +
                    "' that it does",
                call.text->span);
  }

  const Function &function;
  const Statement &call;
  Building &building;
  const Text &text;
  const AssignmentText &assignment;
  const NodeList values;
  std::set<std::string> assigned;
  std::map<std::string, Span> places; // of views
  Bindings bindings;
};

} // namespace

Bindings language::bind(const Function &function, const Statement &call,
                        Building &building) {
  return Binder(function, call, building).run();
}
