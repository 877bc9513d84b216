#include "Oracle.h"

#include "Fortran/FortranOracle.h"

#include "loopyc/Source/Language.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::check;

const char check::sourceInMessages[] = "source.f90";
const char check::checkInMessages[] = "check-program.f90";

std::unique_ptr<Oracle> check::makeOracle(const Workspace &workspace,
                                          const CheckInput &input) {
  switch (input.language->kind()) {
  case source::LanguageKind::Fortran:
    return std::make_unique<FortranOracle>(workspace, input);
  }
  throw InternalError("a source language without an oracle");
}
