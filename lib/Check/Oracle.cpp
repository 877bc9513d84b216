#include "Oracle.h"

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

Oracle &Oracles::of(const KernelObjects &objects) {
  source::LanguageKind kind = input.language->kind();
  if (!objects.calls.empty() && objects.calls.front().origin->language)
    kind = objects.calls.front().origin->language->kind();
  std::unique_ptr<Oracle> &oracle = made[kind];
  if (!oracle)
    oracle = makeOracle(kind, workspace, input);
  return *oracle;
}
