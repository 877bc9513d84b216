#include "loopyc/Driver/UndeclaredValues.h"

#include "loopyc/Source/Fortran/Form.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"

using namespace loopyc;
using namespace loopyc::driver;
using frontend::UndeclaredNames;

TranslationUnit UndeclaredValues::parse(const std::string &text,
                                        const std::string &fileName,
                                        std::optional<bool> freeForm,
                                        Parse parse) {
  try {
    return parse(text);
  } catch (const UserError &error) {
    source::Options reading;
    reading.freeForm = freeForm;
    std::optional<UndeclaredNames> names =
        UndeclaredNames::in(error, text, fortran::formOf(fileName, reading));
    if (!names)
      throw;
    std::string completed = names->asArguments();
    try {
      TranslationUnit unit = parse(completed);
      sources.emplace(std::move(completed), std::move(*names));
      return unit;
    } catch (const UserError &) {
      throw error; // of the text that the user wrote
    }
  }
}

// --- values

using Values = std::map<std::string, std::map<std::string, std::string>>;

static std::string procedureOf(const Origin &origin) {
  return lowerCase(origin.isRegion ? origin.around : origin.subroutine);
}

const UndeclaredNames *UndeclaredValues::namesIn(const Origin &origin) const {
  if (!origin.source)
    return nullptr;
  auto found = sources.find(*origin.source);
  return found == sources.end() ? nullptr : &found->second;
}

static std::string fixedValue(const Kernel &kernel, const std::string &name,
                              const std::string &procedure,
                              const SourceRange &place) {
  for (const auto &[fixed, value] : kernel.fixedParameters)
    if (equalButForCase(fixed, name))
      return value.str();
  throw UserError("'" + name + "' is declared nowhere in subroutine '" +
                      procedure +
                      "'; declare it, or give it a value in the script: "
                      "lp.fix_parameters(knl, " +
                      name + "=...)",
                  place);
}

// The variable, as declared with the constants' values.
static VariablePtr withValues(const Variable &variable,
                              const Substitution &values) {
  auto replace = [&](Expr &e) { e = substitute(e, values); };
  auto result = std::make_shared<Variable>(variable);
  for (Axis &axis : result->axes)
    replace(axis.extent);
  llvm::for_each(result->declared.extents, replace);
  llvm::for_each(result->declared.lowerBounds, replace);
  return result;
}

// Forgets the argument that is a constant of the source now.
static void dropArgument(Kernel &kernel, Origin &origin,
                         const std::string &name) {
  auto isIt = [&](const std::string &other) {
    return equalButForCase(other, name);
  };
  llvm::erase_if(origin.arguments, isIt);
  llvm::erase_if(origin.variables,
                 [&](const VariablePtr &var) { return isIt(var->name); });
  auto &fixed = kernel.fixedParameters;
  for (auto it = fixed.begin(); it != fixed.end();) {
    if (!isIt(it->first)) {
      ++it;
      continue;
    }
    for (VariablePtr &variable : origin.variables)
      variable = withValues(*variable, {{it->first, it->second}});
    it = fixed.erase(it);
  }
}

void UndeclaredValues::declare(std::vector<Kernel> &kernels) const {
  std::map<std::string, Values> valuesOf; // by source
  for (const Kernel &kernel : kernels)
    for (const Origin &origin : kernel.origins)
      if (const UndeclaredNames *undeclared = namesIn(origin))
        if (const auto *names = undeclared->of(procedureOf(origin)))
          for (const auto &[name, place] : *names)
            valuesOf[*origin.source][procedureOf(origin)][name] =
                fixedValue(kernel, name, procedureOf(origin), place);
  for (Kernel &kernel : kernels)
    for (Origin &origin : kernel.origins) {
      const UndeclaredNames *undeclared = namesIn(origin);
      if (!undeclared)
        continue;
      const Values &values = valuesOf[*origin.source];
      if (const auto *names = undeclared->of(procedureOf(origin)))
        for (const auto &[name, place] : *names)
          dropArgument(kernel, origin, name);
      origin.source =
          std::make_shared<const std::string>(undeclared->asConstants(values));
    }
}
