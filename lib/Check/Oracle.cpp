#include "Oracle.h"

#include "Case.h"
#include "Fortran/FortranOracle.h"
#include "KernelText/KernelOracle.h"

#include "loopyc/Source/Language.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::check;

const char check::sourceInMessages[] = "source.f90";
const char check::checkInMessages[] = "check-program.f90";

static std::unique_ptr<Oracle> makeOracle(source::LanguageKind language,
                                          const Workspace &workspace,
                                          const CheckInput &input) {
  switch (language) {
  case source::LanguageKind::Fortran:
    return std::make_unique<FortranOracle>(workspace, input);
  case source::LanguageKind::Kernel:
    return std::make_unique<KernelOracle>(workspace);
  }
  throw InternalError("a source language without an oracle");
}

Oracle &Oracles::of(source::LanguageKind kind) {
  std::unique_ptr<Oracle> &oracle = made[kind];
  if (!oracle)
    oracle = makeOracle(kind, workspace, input);
  return *oracle;
}

static std::string sideText(const KernelObjects &objects,
                            const std::string &what, const Words &declarations,
                            const Words &calls,
                            const std::vector<SourceCondition> &conditions) {
  std::string text = "#include \"harness.h\"\n\n" + sizeDeclarations(objects);
  for (const std::string &declaration : declarations)
    text += declaration;
  text += "\nconst char *const side_name = \"" + what +
          "\";\n\n"
          "int run_oracle(char *message, size_t size) {\n"
          "  (void)message, (void)size;\n";
  for (const std::string &call : calls)
    text += call;
  return text + "  return 0;\n}\n" + branchCounters(conditions);
}

std::optional<Words> Oracles::buildFused(const KernelObjects &objects,
                                         const std::string &name) {
  if (made.size() != 1)
    return std::nullopt;
  auto parts = made.begin()->second->buildFused(objects, name);
  if (!parts)
    return std::nullopt;
  std::string text = parts->declarations +
                     "\nint run_fused_oracle(char *message, size_t size) {\n"
                     "  (void)message, (void)size;\n"
                     "#ifdef __x86_64__\n"
                     "  if (!__builtin_cpu_supports(\"fma\"))\n"
                     "    return 1;\n"
                     "#endif\n";
  for (const std::string &call : parts->calls)
    text += call;
  workspace.write(name + "_fused.c", text + "  return 0;\n}\n");
  return parts->objects;
}

void Oracles::prepare(const KernelObjects &objects) {
  for (const OriginCall &call : objects.calls)
    of(call.origin->language ? call.origin->language->kind()
                             : input.language->kind());
  if (objects.calls.empty())
    of(input.language->kind());
}

Oracles::Built Oracles::build(const KernelObjects &objects,
                              const std::string &name) {
  std::map<source::LanguageKind, std::vector<size_t>> places;
  for (size_t k = 0; k < objects.calls.size(); ++k) {
    const auto &language = objects.calls[k].origin->language;
    places[language ? language->kind() : input.language->kind()].push_back(k);
  }
  if (places.empty())
    places[input.language->kind()];
  Built built;
  Words declarations, calls(objects.calls.size());
  std::string what;
  for (const auto &[kind, own] : places) {
    Oracle &oracle = of(kind);
    KernelObjects part = objects;
    part.calls.clear();
    for (size_t k : own)
      part.calls.push_back(objects.calls[k]);
    Oracle::Parts parts = oracle.build(part, name);
    for (size_t i = 0; i < own.size(); ++i)
      calls[own[i]] = parts.calls[i];
    declarations.push_back(parts.declarations);
    built.objects.insert(built.objects.end(), parts.objects.begin(),
                         parts.objects.end());
    built.conditions.insert(built.conditions.end(), parts.conditions.begin(),
                            parts.conditions.end());
    what += (what.empty() ? "" : ", and ") + std::string(oracle.what());
    // A Fortran compiler links what C needs, too.
    if (built.linkCommand.empty() || kind == source::LanguageKind::Fortran)
      built.linkCommand = oracle.linkCommand();
  }
  workspace.write(name + "_oracle.c", sideText(objects, what, declarations,
                                               calls, built.conditions));
  return built;
}
