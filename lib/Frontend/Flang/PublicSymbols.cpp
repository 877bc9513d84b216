#include "PublicSymbols.h"

#include "MissingIncludes.h"
#include "Session.h"
#include "Units.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/LetterCase.h"

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

// A variable of the module, or why there can be no function for it.
class Finder {
public:
  Finder(const ModuleText &module, const NamedVariable &name)
      : module(module), named(name),
        quoted("'" + name.name + "'") {}

  PublicVariable find() const {
    auto found = module.scope->find(parser::CharBlock(named.name));
    if (found == module.scope->end())
      throw UserError("module '" + module.name + "' has no variable " +
                      quoted + suggestion(named.name, variables()));
    const Symbol &symbol = *found->second;
    requireOwn(symbol);
    requirePlain(symbol);
    PublicVariable result;
    result.module = module.name;
    result.name = named.name;
    result.type = typeOf(symbol);
    result.rank = symbol.Rank();
    result.isAllocatable = symbol.attrs().test(Attr::ALLOCATABLE);
    result.isPointer = symbol.attrs().test(Attr::POINTER);
    result.isTarget = symbol.attrs().test(Attr::TARGET);
    result.contains = module.contains;
    result.end = module.end;
    return result;
  }

private:
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

  std::string typeOf(const Symbol &symbol) const {
    using Category = Fortran::common::TypeCategory;
    auto type = Fortran::evaluate::DynamicType::From(symbol);
    const bool isNumber = type && type->category() != Category::Derived &&
                          type->category() != Category::Character;
    if (!isNumber)
      throw UserError(quoted + " is of a type that this directive is not for: "
                               "it names numbers, logicals and arrays of "
                               "them; pass it as an argument");
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
      PublicVariable variable = Finder(*module, name).find();
      auto &all = result.variables;
      if (std::find(all.begin(), all.end(), variable) == all.end())
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
