#include "PublicSymbols.h"

#include "MissingIncludes.h"
#include "Session.h"
#include "Units.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;
using fortran::NamedVariable;
using fortran::PublicVariable;
using semantics::Attr;
using semantics::Symbol;

namespace {

struct ModuleText {
  const semantics::Scope *scope = nullptr;
  std::string name; // in lower case
  int first = 0, contains = 0, end = 0;

  bool declaresAt(int line) const {
    return first < line && line < (contains ? contains : end);
  }
};

std::vector<ModuleText> modulesOf(const Session &session,
                                  const parser::Program &program) {
  std::vector<ModuleText> result;
  for (const parser::ProgramUnit &unit : program.v) {
    const auto *module =
        std::get_if<Fortran::common::Indirection<parser::Module>>(&unit.u);
    if (!module)
      continue;
    const auto &first = std::get<parser::Statement<parser::ModuleStmt>>(
        module->value().t);
    const auto &contained =
        std::get<std::optional<parser::ModuleSubprogramPart>>(
            module->value().t);
    const auto &end = std::get<parser::Statement<parser::EndModuleStmt>>(
        module->value().t);
    const Symbol *symbol = first.statement.v.symbol;
    ModuleText text;
    text.scope = symbol ? symbol->scope() : nullptr;
    text.name = lowerCase(first.statement.v.ToString());
    text.first = session.place(first.source).lineInMain;
    text.end = session.place(end.source).lineInMain;
    if (contained)
      text.contains =
          session
              .place(std::get<parser::Statement<parser::ContainsStmt>>(
                         contained->t)
                         .source)
              .lineInMain;
    if (text.scope && text.end)
      result.push_back(std::move(text));
  }
  return result;
}

// Components that a variable has, to be pointed at one by one.
constexpr size_t manyComponents = 1000;

// A variable of the module, with all its components or one of them, or why
// there can be no function for it.
class Finder {
public:
  Finder(const ModuleText &module, const NamedVariable &name)
      : module(module), named(name),
        quoted("'" + name.name + "'") {}

  std::vector<PublicVariable> find() {
    llvm::SmallVector<llvm::StringRef> names;
    llvm::StringRef(named.name).split(names, '%');
    auto found = module.scope->find(parser::CharBlock(names.front().str()));
    if (found == module.scope->end())
      throw UserError("module '" + module.name + "' has no variable " +
                      quoted + suggestion(named.name, variables()));
    const Symbol &symbol = *found->second;
    requireOwn(symbol);
    requirePlain(symbol);
    PublicVariable variable;
    variable.module = module.name;
    variable.isTarget = symbol.attrs().test(Attr::TARGET);
    variable.contains = module.contains;
    variable.end = module.end;
    descend(symbol, llvm::ArrayRef(names).drop_front(), std::move(variable));
    return std::move(result);
  }

private:
  // `variable` is what the symbol is a part of; the names are of its parts.
  void descend(const Symbol &symbol, llvm::ArrayRef<llvm::StringRef> names,
               PublicVariable variable) {
    variable.name += (variable.parts.empty() ? "" : "%") +
                     symbol.name().ToString();
    variable.parts.push_back({symbol.name().ToString(),
                              symbol.attrs().test(Attr::ALLOCATABLE),
                              symbol.attrs().test(Attr::POINTER)});
    noteArray(symbol, variable);
    const semantics::DerivedTypeSpec *type = derivedTypeOf(symbol);
    if (names.empty() && !type) {
      add(symbol, std::move(variable));
      return;
    }
    if (!type)
      throw UserError("'" + variable.name + "' is of no derived type, and has "
                      "no component '" + names.front().str() + "'");
    if (!type->scope())
      throw UserError("nothing is known of the type of '" + variable.name +
                      "'; give the source of its module");
    if (names.empty()) {
      addAll(*type, variable);
      return;
    }
    const Symbol *component =
        type->scope()->FindComponent(parser::CharBlock(names.front().data(),
                                                       names.front().size()));
    if (!component || !isVariable(*component))
      throw UserError("'" + variable.name + "' has no component '" +
                      names.front().str() + "'");
    requireKnown(*component, variable.name);
    descend(*component, names.drop_front(), std::move(variable));
  }

  // One part at most may be an array, and none behind it lie apart.
  static void noteArray(const Symbol &symbol, PublicVariable &variable) {
    const PublicVariable::Part &part = variable.parts.back();
    if (variable.rank > 0 && (symbol.Rank() > 0 || part.mayBeAbsent()))
      throw UserError("'" + part.name + "' of '" + variable.name +
                      "' is an array, allocatable or a pointer in elements of "
                      "an array, so that no pointer reaches it in all of "
                      "them; pass it as an argument");
    if (symbol.Rank() == 0)
      return;
    variable.array = variable.parts.size() - 1;
    variable.rank = symbol.Rank();
    variable.shape = shapeOf(symbol);
  }

  // Those that kernels may have; a type that is met again is a list's or a
  // tree's.
  void addAll(const semantics::DerivedTypeSpec &type,
              const PublicVariable &variable) {
    if (llvm::is_contained(around, &type.typeSymbol()))
      return;
    around.push_back(&type.typeSymbol());
    const size_t before = result.size();
    for (const auto &[name, symbol] : *type.scope()) {
      if (!isVariable(*symbol) || ++visited > 10*manyComponents)
        continue;
      try {
        if (symbol->test(Symbol::Flag::ParentComp)) {
          if (const auto *parent = derivedTypeOf(*symbol);
              parent && parent->scope())
            addAll(*parent, variable);
          continue;
        }
        requireKnown(*symbol, variable.name);
        descend(*symbol, {}, variable);
      } catch (const UserError &) {
      }
      if (result.size() > manyComponents)
        break;
    }
    around.pop_back();
    if (!around.empty())
      return;
    if (result.size() > manyComponents)
      throw UserError(quoted + " has more than " +
                      std::to_string(manyComponents) +
                      " components; name those that kernels need, as in "
                      "'!$loopy public: " +
                      result.front().name + "'");
    if (result.size() == before)
      throw UserError(quoted + " has no component that is a number, a logical "
                               "or an array of them");
  }

  // The module's own procedures must be able to name it.
  void requireKnown(const Symbol &component,
                    const std::string &variable) const {
    if (component.attrs().test(Attr::PRIVATE) &&
        &component.owner().parent() != module.scope)
      throw UserError("component '" + component.name().ToString() + "' of '" +
                      variable +
                      "' is private to the module of its type; pass it as an "
                      "argument");
  }

  void add(const Symbol &symbol, PublicVariable variable) {
    variable.type = typeOf(symbol);
    if (variable.rank == 0)
      variable.array = variable.parts.size() - 1;
    result.push_back(std::move(variable));
  }

  static const semantics::DerivedTypeSpec *derivedTypeOf(const Symbol &symbol) {
    const semantics::DeclTypeSpec *type = symbol.GetType();
    return type ? type->AsDerived() : nullptr;
  }

  // "0:3, 1:8"; "" where a bound is no constant.
  static std::string shapeOf(const Symbol &symbol) {
    std::string text;
    const auto *details = symbol.detailsIf<semantics::ObjectEntityDetails>();
    if (!details)
      return text;
    for (const semantics::ShapeSpec &spec : details->shape()) {
      auto lower = Fortran::evaluate::ToInt64(spec.lbound().GetExplicit()),
           upper = Fortran::evaluate::ToInt64(spec.ubound().GetExplicit());
      if (!upper)
        return "";
      text += (text.empty() ? "" : ", ") + std::to_string(lower.value_or(1)) +
              ":" + std::to_string(*upper);
    }
    return text;
  }

  static bool isVariable(const Symbol &symbol) {
    return symbol.has<semantics::ObjectEntityDetails>() &&
           !symbol.attrs().test(Attr::PARAMETER);
  }

  void requireOwn(const Symbol &symbol) const {
    if (symbol.has<semantics::UseDetails>() ||
        symbol.has<semantics::UseErrorDetails>())
      throw UserError(quoted + " is of module '" +
                      symbol.GetUltimate()
                          .owner()
                          .GetName()
                          .value_or(parser::CharBlock())
                          .ToString() +
                      "'; write the directive there");
    if (symbol.has<semantics::ObjectEntityDetails>() &&
        symbol.attrs().test(Attr::PARAMETER))
      throw UserError(quoted + " is a constant, which kernels know without a "
                               "directive; take it out");
    if (semantics::IsProcedure(symbol) ||
        symbol.has<semantics::GenericDetails>())
      throw UserError(quoted + " is a procedure, whose statements kernels have "
                               "without a directive; take it out");
    if (!isVariable(symbol))
      throw UserError(quoted + " is no variable of module '" + module.name +
                      "'" + suggestion(named.name, variables()));
  }

  void requirePlain(const Symbol &symbol) const {
    auto refuse = [&](const char *what, const char *instead) {
      throw UserError(quoted + " is " + what +
                      ", so that no function of the stub can point to it; " +
                      instead);
    };
    if (semantics::FindCommonBlockContaining(symbol))
      refuse("in a common block", "declare that where it is needed");
    if (semantics::FindEquivalenceSet(symbol))
      refuse("in an equivalence statement",
             "declare variables that share no storage");
    if (symbol.attrs().test(Attr::VOLATILE))
      refuse("volatile", "kernels cannot have it");
    const auto *details = symbol.detailsIf<semantics::ObjectEntityDetails>();
    if (details && details->IsCoarray())
      refuse("a coarray", "kernels cannot have it");
  }

  std::string typeOf(const Symbol &symbol) const { // of a number
    using Category = Fortran::common::TypeCategory;
    auto type = Fortran::evaluate::DynamicType::From(symbol);
    const bool isNumber = type && type->category() != Category::Derived &&
                          type->category() != Category::Character;
    if (!isNumber)
      throw UserError(quoted + " is of a type that this directive is not for: "
                               "it names numbers, logicals, arrays of them, "
                               "and derived types with such components; pass "
                               "it as an argument");
    return lowerCase(type->AsFortran());
  }

  std::vector<std::string> variables() const {
    std::vector<std::string> result;
    for (const auto &[name, symbol] : *module.scope)
      if (isVariable(*symbol))
        result.push_back(name.ToString());
    return result;
  }

  const ModuleText &module;
  const NamedVariable &named;
  std::string quoted;
  std::vector<const Symbol *> around; // types whose components are looked at
  size_t visited = 0;                 // of components
  std::vector<PublicVariable> result;
};

PublicSymbols findIn(Session &session, const std::string &text,
                     const std::string &fileName,
                     const std::set<int> &missingIncludes,
                     const std::vector<NamedVariable> &names) {
  parser::Program &tree = session.parseMain(text, fileName, missingIncludes);
  Units units = collectUnits(session, tree);
  resolveUses(session, units);
  session.analyse(tree);
  const std::vector<ModuleText> modules = modulesOf(session, tree);
  PublicSymbols result;
  result.filesRead = session.filesRead();
  for (const NamedVariable &name : names)
    try {
      auto module = std::find_if(
          modules.begin(), modules.end(), [&](const ModuleText &one) {
            return name.module.empty() ? one.declaresAt(name.line)
                                       : one.name == lowerCase(name.module);
          });
      if (module == modules.end() && !name.isDirective)
        continue;
      if (module == modules.end())
        throw UserError("'!$loopy public' stands among the declarations of no "
                        "module; write it in the module that has '" +
                        name.name + "', before 'contains'");
      auto &all = result.variables;
      for (PublicVariable &variable : Finder(*module, name).find())
        if (!llvm::is_contained(all, variable))
          all.push_back(std::move(variable));
    } catch (const UserError &error) {
      UserError located = error;
      located.locate(name.range);
      result.errors.push_back(located.diagnostics().front());
    }
  return result;
}

} // namespace

PublicSymbols
frontend::findPublic(const std::string &text, const std::string &fileName,
                     const FortranOptions &options,
                     const std::vector<NamedVariable> &names) {
  CalleeSearch callees;
  CutPlaces cuts;
  std::set<int> missingIncludes; // lines
  while (true)
    try {
      Session session(options, callees, cuts);
      return findIn(session, text, fileName, missingIncludes, names);
    } catch (const UnusableCallees &callee) {
      callees.unusable.emplace(callee.file, callee.error);
    } catch (const MoreCuts &) { // of a module's source
    } catch (const UserError &error) {
      if (!addMissingIncludes(error, text, fileName, options, missingIncludes))
        throw;
    }
}
