#include "DataItems.h"

#include "DataRegions.h"
#include "HostDataRegions.h"
#include "MissingIncludes.h"
#include "Session.h"
#include "TreeWalk.h"
#include "Units.h"

#include "loopyc/Source/Fortran/DataDirectives.h"
#include "loopyc/Source/Fortran/ForeignDirectives.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"

#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
namespace evaluate = Fortran::evaluate;
using semantics::Attr;
using semantics::Symbol;
using source::DataArray;
using source::DataDirective;
using source::DataItem;
using source::DataStep;

namespace {

// The arrays of a variable of derived type: all components that are arrays,
// those of its components of derived type, and so on.
class Components {
public:
  explicit Components(const semantics::Scope &scope) : scope(scope) {}

  std::vector<DataArray> arrays;

  // `name` is a scalar of the type. Throws UserError without a place.
  void add(const std::string &name, const semantics::DerivedTypeSpec &type,
           std::vector<DataStep> steps) {
    if (std::count(around.begin(), around.end(), &type.typeSymbol()))
      throw UserError("'" + name +
                      "' is of a type that it is a component of, "
                      "so that nobody knows how deep it is");
    around.push_back(&type.typeSymbol());
    for (const Symbol &component : semantics::OrderedComponentIterator(type))
      if (!component.test(Symbol::Flag::ParentComp))
        addComponent(name + "%" + component.name().ToString(), component,
                     steps);
    around.pop_back();
  }

  // An array of structures, or a structure that may not be allocated.
  void addStructures(std::string name, int rank, bool isAllocatable,
                     const semantics::DerivedTypeSpec &type,
                     std::vector<DataStep> steps) {
    if (isAllocatable)
      steps.push_back({DataStep::Kind::IfAllocated, name, 0, ""});
    std::string indices;
    const size_t outer = loops(steps);
    for (int axis = 1; axis <= rank; ++axis) {
      std::string variable =
          "loopyc_" + std::to_string(outer + static_cast<size_t>(axis));
      indices += (axis > 1 ? ", " : "") + variable;
      steps.push_back({DataStep::Kind::Elements, name, axis, variable});
    }
    add(rank ? name + "(" + indices + ")" : name, type, std::move(steps));
  }

private:
  static size_t loops(const std::vector<DataStep> &steps) {
    return static_cast<size_t>(
        std::count_if(steps.begin(), steps.end(), [](const DataStep &step) {
          return step.kind == DataStep::Kind::Elements;
        }));
  }

  // Has it what a device could have? A scalar has not.
  static bool hasData(const Symbol &component) {
    const semantics::DeclTypeSpec *type = component.GetType();
    return component.Rank() > 0 || (type && type->AsDerived());
  }

  void addComponent(const std::string &name, const Symbol &component,
                    std::vector<DataStep> steps) {
    const semantics::DeclTypeSpec *type = component.GetType();
    if (!component.has<semantics::ObjectEntityDetails>() || !type ||
        !hasData(component))
      return;
    if (semantics::CheckAccessibleSymbol(scope, component))
      throw UserError("its component '" + name +
                      "' is private; write the directive in the module that "
                      "defines the type");
    if (semantics::IsPointer(component))
      throw UserError("its component '" + name +
                      "' is a pointer, whose target may be that of others, or "
                      "none; name the components that are meant");
    const bool isAllocatable = semantics::IsAllocatable(component);
    if (!type->AsDerived()) {
      if (isAllocatable)
        steps.push_back({DataStep::Kind::IfAllocated, name, 0, ""});
      arrays.push_back({name, std::move(steps), "", component.Rank()});
      return;
    }
    if (type->IsPolymorphic())
      throw UserError("its component '" + name +
                      "' may be of an extended type, with components that "
                      "nobody knows; name those that are meant");
    addStructures(name, component.Rank(), isAllocatable, *type->AsDerived(),
                  std::move(steps));
  }

  const semantics::Scope &scope;      // of the directive
  std::vector<const Symbol *> around; // types
};

// Of a construct that a directive became, the arrays of its items.
class ItemResolver {
public:
  ItemResolver(Session &session, const DataProgram &program,
               const std::vector<UnresolvedUse> &unresolved,
               const std::vector<Diagnostic> &flangErrors)
      : session(session), program(program), unresolved(unresolved),
        flangErrors(flangErrors) {}

  std::vector<Diagnostic> errors;

  void resolve(size_t number, DataDirective &directive,
               const parser::AssociateConstruct &construct) {
    const auto &first =
        std::get<parser::Statement<parser::AssociateStmt>>(construct.t);
    const auto &associations =
        std::get<std::list<parser::Association>>(first.statement.t);
    scope = around(session.scopeAt(first.source));
    if (semantics::FindPureProcedureContaining(*scope))
      errors.push_back(
          at(directive.range, std::string("'!$loopy ") +
                                  source::nameOf(directive.kind) +
                                  "' stands in a pure procedure, which may not "
                                  "move data; write it where that is called"));
    auto association = associations.begin();
    for (size_t i = 0; i < directive.items.size(); ++i, ++association)
      try {
        resolve(directive, directive.items[i],
                std::get<parser::Selector>(association->t),
                flangError(number, i));
        requireFunctions(directive, directive.items[i]);
      } catch (const UserError &error) {
        UserError located = error;
        located.locate(directive.items[i].range);
        errors.push_back(located.diagnostics().front());
      }
  }

private:
  static Diagnostic at(const SourceRange &range, const std::string &message) {
    Diagnostic error;
    error.message = message;
    error.range = range;
    return error;
  }

  // The scope that the construct stands in.
  static const semantics::Scope *around(const semantics::Scope &inside) {
    const semantics::Scope *scope = &inside;
    while (scope->find(parser::CharBlock(firstName)) != scope->end())
      scope = &scope->parent();
    return scope;
  }
  static inline const std::string firstName = "loopyc_1";

  void resolve(const DataDirective &directive, DataItem &item,
               const parser::Selector &selector, const Diagnostic *error) {
    requireNames(directive, item);
    if (error)
      throw UserError("'" + item.text + "': " + error->message);
    const semantics::SomeExpr *value = std::visit(
        [&](const auto &x) { return semantics::GetExpr(session.context(), x); },
        selector.u);
    std::optional<evaluate::DynamicType> type =
        value ? value->GetType() : std::nullopt;
    if (const UnresolvedUse *use = value ? nullptr : likelyMissing(item))
      throw UserError("what '" + item.text +
                      "' is cannot be understood here; it, or its type, may "
                      "come from " +
                      use->what(session));
    if (!value || !evaluate::IsVariable(*value) || !type)
      throw UserError("'" + item.text + "' is no variable");
    const Symbol *root = evaluate::GetFirstSymbol(*value);
    const Symbol *last = evaluate::GetLastSymbol(*value);
    if (!root || !last)
      throw UserError("'" + item.text +
                      "' is a part of a variable that no "
                      "directive can name");
    if (evaluate::HasVectorSubscript(*value))
      throw UserError("'" + item.text +
                      "' has a vector subscript, so that it "
                      "is a copy; name a section");
    const bool isWhole = item.text.back() != ')';
    if (isWhole && semantics::IsAssumedSizeArray(*last))
      throw UserError("the size of '" + item.text +
                      "' is not known; name a section, as " + item.text +
                      "(:n)");
    std::vector<DataStep> steps;
    if (root->attrs().test(Attr::OPTIONAL))
      steps.push_back({DataStep::Kind::IfPresent, rootName(item), 0, ""});
    if (directive.kind == DataDirective::Kind::BeginHostData)
      requireNameOfArray(item, *root, *value, *type);
    if (type->category() == Fortran::common::TypeCategory::Derived) {
      addStructures(item, isWhole, value->Rank(), *last, *type, steps);
      return;
    }
    if (value->Rank() == 0 &&
        type->category() == Fortran::common::TypeCategory::Character)
      throw UserError("'" + item.text +
                      "' is a character variable, which no kernel has; "
                      "directives name arrays");
    if (value->Rank() == 0)
      throw UserError("'" + item.text + "' is a scalar; each launch gets the " +
                      "values of scalars by itself" +
                      (isWhole ? ""
                               : ", and a part of an array is a section, "
                                 "as in a(i:i)"));
    item.arrays.push_back(
        {item.text, steps, lowerCase(type->AsFortran()), value->Rank()});
  }

  void addStructures(DataItem &item, bool isWhole, int rank, const Symbol &last,
                     const evaluate::DynamicType &type,
                     std::vector<DataStep> steps) const {
    if (type.IsPolymorphic() || type.IsUnlimitedPolymorphic())
      throw UserError("'" + item.text +
                      "' may be of an extended type, with components that "
                      "nobody knows; name those that are meant");
    if (rank > 0 && !isWhole)
      throw UserError("'" + item.text +
                      "' is a section of structures; name the whole array, or "
                      "an element");
    Components components(*scope);
    try {
      components.addStructures(item.text, rank,
                               isWhole && semantics::IsAllocatable(last),
                               type.GetDerivedTypeSpec(), std::move(steps));
    } catch (const UserError &error) {
      throw UserError("'" + item.text + "' cannot be named as a whole: " +
                      error.diagnostics().front().message);
    }
    if (components.arrays.empty())
      throw UserError(
          "'" + item.text + "' has no components that are arrays; " +
          (rank > 0 ? "scalars in its elements are copied to an array, and "
                      "that to the device, for each launch: take it out, or "
                      "declare an array for each component"
                    : "each launch gets the values of scalars by itself"));
    item.arrays = std::move(components.arrays);
  }

  // Others get the device's addresses under this name.
  static void requireNameOfArray(const DataItem &item, const Symbol &root,
                                 const semantics::SomeExpr &value,
                                 const evaluate::DynamicType &type) {
    using Category = Fortran::common::TypeCategory;
    if (item.text.find_first_of("(%") != std::string::npos)
      throw UserError("'" + item.text +
                      "' is a part of a variable; host_data is for whole "
                      "names: give it one by 'associate'");
    if (type.category() == Category::Derived ||
        type.category() == Category::Character)
      throw UserError("'" + item.text +
                      "' is of a type that host_data is not for; name arrays "
                      "of numbers or logicals");
    if (root.attrs().test(Attr::OPTIONAL))
      throw UserError("'" + item.text +
                      "' is an optional argument; give it another name by "
                      "'associate' where it is present");
    if (value.Rank() == 0)
      throw UserError("'" + item.text +
                      "' is a scalar, which has no address "
                      "on the device");
  }

  static std::string rootName(const DataItem &item) {
    return fortran::namesIn(item.text).front();
  }

  // --- names

  // Each is a variable or function here, and is not made up by implicit typing.
  void requireNames(const DataDirective &directive,
                    const DataItem &item) const {
    const std::vector<std::string> names = fortran::namesIn(item.text);
    for (size_t n = 0; n < names.size(); ++n) {
      const std::string name = lowerCase(names[n]);
      // "present(h)" could be the function.
      const std::string clause =
          n == 0 && !isVariable(name) ? remedyForClause(directive, item) : "";
      if (clause.empty() && isKnown(name))
        continue;
      throw UserError("there is no variable '" + names[n] + "' here" +
                      (clause.empty()
                           ? suggestion(name, variables(/*arrays=*/n == 0)) +
                                 missingModules(item)
                           : "; " + clause));
    }
  }

  // Of "present(h)", which has the form of a section.
  static std::string remedyForClause(const DataDirective &directive,
                                     const DataItem &item) {
    const std::string name = lowerCase(rootName(item));
    const size_t open = item.text.find('(');
    if (open == std::string::npos || item.text.back() != ')')
      return "";
    const std::string verb = source::nameOf(directive.kind);
    const std::vector<std::string> ours = fortran::clausesOf(verb);
    if (std::find(ours.begin(), ours.end(), name) != ours.end())
      return "a clause has a colon, as in '!$loopy " + verb + ": " + name +
             ": " + item.text.substr(open + 1, item.text.size() - open - 2) +
             "'";
    std::optional<std::string> remedy = fortran::remedyForClause(name);
    return remedy ? "as to the clause '" + name + "', " + *remedy : "";
  }

  // What the stub asks about the item's arrays.
  static std::set<std::string> functionsFor(const DataDirective &directive,
                                            const DataItem &item) {
    using Kind = DataDirective::Kind;
    std::set<std::string> functions;
    if (directive.kind == Kind::BeginHostData)
      functions = {"lbound", "shape"};
    if (directive.kind == Kind::EnterData || directive.kind == Kind::BeginData)
      functions = {"lbound"};
    for (const DataArray &array : item.arrays)
      for (const DataStep &step : array.steps)
        switch (step.kind) {
        case DataStep::Kind::IfPresent:
          functions.insert("present");
          break;
        case DataStep::Kind::IfAllocated:
          functions.insert("allocated");
          break;
        case DataStep::Kind::Elements:
          functions.insert({"lbound", "ubound"});
          break;
        }
    return functions;
  }

  // Where a variable has the function's name, the stub declares the function
  // again, around its own calls; not around other statements, and not where the
  // item needs the variable.
  void requireFunctions(DataDirective &directive, const DataItem &item) const {
    const std::vector<std::string> names = fortran::namesIn(item.text);
    for (const std::string &function : functionsFor(directive, item)) {
      if (!isHidden(function))
        continue;
      if (directive.kind == DataDirective::Kind::BeginHostData ||
          std::any_of(names.begin(), names.end(), [&](const auto &name) {
            return lowerCase(name) == function;
          }))
        throw UserError("'" + item.text + "' needs the function '" + function +
                        "' in the stub, which a variable of this name hides; "
                        "rename that");
      std::vector<std::string> &hidden = directive.hiddenFunctions;
      if (std::find(hidden.begin(), hidden.end(), function) == hidden.end())
        hidden.push_back(function);
    }
  }

  bool isHidden(const std::string &function) const {
    const Symbol *symbol = scope->FindSymbol(parser::CharBlock(function));
    if (!symbol)
      return false;
    const Symbol &ultimate = symbol->GetUltimate();
    return isVariable(ultimate) || ultimate.has<semantics::SubprogramDetails>();
  }

  bool isVariable(const std::string &name) const {
    const Symbol *symbol = scope->FindSymbol(parser::CharBlock(name));
    return symbol && isVariable(symbol->GetUltimate());
  }
  static bool isVariable(const Symbol &ultimate) {
    return ultimate.has<semantics::ObjectEntityDetails>() ||
           ultimate.has<semantics::AssocEntityDetails>();
  }

  bool isKnown(const std::string &name) const {
    const Symbol *symbol = scope->FindSymbol(parser::CharBlock(name));
    if (!symbol)
      return session.context().intrinsics().IsIntrinsic(name);
    const Symbol &ultimate = symbol->GetUltimate();
    bool isTyped =
        ultimate.GetType() || !ultimate.has<semantics::ObjectEntityDetails>();
    bool isImplicit = ultimate.test(Symbol::Flag::Implicit) || !isTyped ||
                      ultimate.has<semantics::EntityDetails>();
    return !isImplicit || program.namesInStatements.count(name);
  }

  // Those that can be meant.
  std::vector<std::string> variables(bool arrays) const {
    std::vector<std::string> result;
    for (const semantics::Scope *s = scope; !s->IsGlobal(); s = &s->parent())
      for (const auto &[name, symbol] : *s) {
        const Symbol &ultimate = symbol->GetUltimate();
        const semantics::DeclTypeSpec *type = ultimate.GetType();
        bool isArray = type && (ultimate.Rank() > 0 || type->AsDerived());
        if (isVariable(ultimate) && (isArray || !arrays) &&
            isKnown(name.ToString()) &&
            name.ToString().rfind("loopyc_", 0) != 0)
          result.push_back(name.ToString());
      }
    return result;
  }

  // Which what the item's name is may come from.
  const UnresolvedUse *likelyMissing(const DataItem &item) const {
    std::vector<const UnresolvedUse *> all;
    for (const UnresolvedUse &use : unresolved)
      all.push_back(&use);
    const UnresolvedUse *likely = likelyOwner(all, lowerCase(rootName(item)));
    return likely || all.empty() ? likely : all.front();
  }

  std::string missingModules(const DataItem &item) const {
    const UnresolvedUse *use = likelyMissing(item);
    return use ? "; it may come from " + use->what(session) : "";
  }

  // What Flang says of the item.
  const Diagnostic *flangError(size_t directive, size_t item) const {
    auto [first, last] = program.columns[directive][item];
    for (const Diagnostic &error : flangErrors)
      if (error.range.line == program.directives[directive].firstLine &&
          error.range.fileName() == program.fileName &&
          error.range.column >= first && error.range.column <= last)
        return &error;
    return nullptr;
  }

  Session &session;
  const DataProgram &program;
  const std::vector<UnresolvedUse> &unresolved;
  const std::vector<Diagnostic> &flangErrors;
  const semantics::Scope *scope = nullptr; // of the directive
};

// Why a directive is no statement of the tree.
Diagnostic notAmongStatements(const DataDirective &directive) {
  Diagnostic error;
  error.message = std::string("'!$loopy ") + source::nameOf(directive.kind) +
                  "' stands among no procedure's executable statements";
  error.range = directive.range;
  return error;
}

std::vector<Diagnostic> resolveIn(Session &session, DataProgram &program,
                                  const std::set<int> &missingIncludes) {
  parser::Program &tree =
      session.parseMain(program.text, program.fileName, missingIncludes);
  Units units = collectUnits(session, tree);
  std::vector<UnresolvedUse> unresolved = resolveUses(session, units);
  std::vector<Diagnostic> flangErrors = session.analyse(tree);
  ItemResolver items(session, program, unresolved, flangErrors);
  std::vector<bool> seen(program.directives.size());
  DataRegions regions(
      session, program.directives, [&](size_t number, const auto &construct) {
        seen[number] = true;
        items.resolve(number, program.directives[number], construct);
      });
  walkTree(tree, regions);
  HostDataRegions hostData(session, program.directives);
  if (hostData.any()) {
    walkTree(tree, hostData);
    hostData.findReached();
  }
  std::vector<Diagnostic> errors = std::move(items.errors);
  errors.insert(errors.end(), hostData.errors.begin(), hostData.errors.end());
  errors.insert(errors.end(), regions.errors.begin(), regions.errors.end());
  for (size_t d = 0; d < seen.size(); ++d)
    if (!seen[d])
      errors.push_back(notAmongStatements(program.directives[d]));
  std::stable_sort(errors.begin(), errors.end(),
                   [](const Diagnostic &a, const Diagnostic &b) {
                     return a.range.line < b.range.line;
                   });
  return errors;
}

} // namespace

std::vector<Diagnostic> frontend::resolveData(DataProgram &program,
                                              const FortranOptions &options) {
  CalleeSearch callees;
  CutPlaces cuts;
  std::set<int> missingIncludes; // lines
  while (true)
    try {
      Session session(options, callees, cuts);
      return resolveIn(session, program, missingIncludes);
    } catch (const UnusableCallees &callee) {
      callees.unusable.emplace(callee.file, callee.error);
    } catch (const MoreCuts &) { // of a module's source
    } catch (const UserError &error) {
      if (!addMissingIncludes(error, program.text, program.fileName, options,
                              missingIncludes))
        throw;
    }
}
