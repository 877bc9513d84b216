// The arrays whose elements the host's statements of a cut subroutine may read
// or assign: kernels of the same subroutine may have their newest values on
// the device. What only asks for bounds or presence, or allocates, is left out.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_HOSTMENTIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_HOSTMENTIONS_H

#include "Program.h"
#include "Session.h"

#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

#include <set>

namespace loopyc {
namespace frontend {

struct HostMentions {
  const Session &session;
  // Blocks inside have regions: they are visited on their own.
  bool withBlocks = true;
  std::vector<HostMention> found = {};

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const Fortran::parser::Block &) { return withBlocks; }
  bool Pre(const Fortran::parser::AllocateStmt &) { return false; }
  bool Pre(const Fortran::parser::DeallocateStmt &) { return false; }
  bool Pre(const Fortran::parser::NullifyStmt &) { return false; }
  bool Pre(const Fortran::parser::EntryStmt &) { return false; }
  bool Pre(const Fortran::parser::FunctionReference &reference) {
    const auto &called =
        std::get<Fortran::parser::ProcedureDesignator>(reference.v.t);
    const auto *name = std::get_if<Fortran::parser::Name>(&called.u);
    static const std::set<std::string> inquiries{
        "allocated", "associated", "kind", "lbound", "len",
        "present",   "shape",      "size", "ubound", "storage_size"};
    return !name || !name->symbol ||
           !name->symbol->GetUltimate().attrs().test(
               Fortran::semantics::Attr::INTRINSIC) ||
           !inquiries.count(name->ToString());
  }
  void Post(const Fortran::parser::Name &name) {
    if (!name.symbol)
      return;
    const auto &symbol = name.symbol->GetUltimate();
    if (symbol.has<Fortran::semantics::ObjectEntityDetails>() &&
        (symbol.Rank() > 0 || isOfDerivedType(symbol)) && outlivesCall(symbol))
      found.push_back({symbol.name().ToString(), session.range(name.source)});
  }

private:
  // What a caller may have let enter the device, and somebody changes.
  static bool outlivesCall(const Fortran::semantics::Symbol &symbol) {
    if (Fortran::semantics::IsNamedConstant(symbol) ||
        Fortran::semantics::IsIntentIn(symbol))
      return false;
    return Fortran::semantics::IsDummy(symbol) ||
           Fortran::semantics::IsSaved(symbol) || symbol.owner().IsModule();
  }
  static bool isOfDerivedType(const Fortran::semantics::Symbol &symbol) {
    return symbol.GetType() && symbol.GetType()->AsDerived();
  }
};

} // namespace frontend
} // namespace loopyc

#endif
