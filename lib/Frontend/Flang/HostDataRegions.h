// What stands inside of host_data regions, where names are the device's arrays:
// statements that look at their elements, and calls of procedures of this file,
// which may launch kernels.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_HOSTDATAREGIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_HOSTDATAREGIONS_H

#include "Session.h"
#include "TreeWalk.h"

#include "loopyc/Source/DataDirective.h"
#include "loopyc/Support/LetterCase.h"

#include "flang/Evaluate/call.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

#include <algorithm>
#include <cstring>
#include <list>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace frontend {

// Visits a tree whose regions are known by their directives' lines.
class HostDataRegions {
  using Symbol = Fortran::semantics::Symbol;
  using Designator = Fortran::parser::Designator;
  using Expr = Fortran::parser::Expr;
  using Name = Fortran::parser::Name;
  template <typename T> using Indirection = Fortran::common::Indirection<T>;

public:
  HostDataRegions(const Session &session,
                  std::vector<source::DataDirective> &directives)
      : session(session), directives(directives), procedures(1) {
    for (size_t d = 0; d < directives.size(); ++d)
      if (directives[d].kind == source::DataDirective::Kind::BeginHostData &&
          directives[d].partner)
        regions.push_back(d);
  }

  std::vector<Diagnostic> errors;

  bool any() const { return !regions.empty(); }

  // After the visit: what is called in regions, and in what that calls.
  void findReached() {
    for (const Call &call : calls)
      for (size_t region : call.regions) {
        std::set<size_t> seen;
        reach(region, call, call.callee, true, seen);
      }
  }

  // --- as Flang's visitor

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    enter(statement.source);
    return true;
  }
  bool Pre(const UnlabeledNode &statement) {
    enter(statement.source);
    return true;
  }
  bool Pre(const Fortran::parser::MainProgram &) {
    procedures.emplace_back();
    return true;
  }
  bool Pre(const Fortran::parser::SubroutineStmt &statement) {
    return begin(std::get<Name>(statement.t));
  }
  bool Pre(const Fortran::parser::FunctionStmt &statement) {
    return begin(std::get<Name>(statement.t));
  }
  bool Pre(const Fortran::parser::MpSubprogramStmt &statement) {
    return begin(statement.v);
  }
  bool Pre(const Fortran::parser::ExecutionPart &) {
    inExecution = true;
    return true;
  }
  void Post(const Fortran::parser::ExecutionPart &) { inExecution = false; }

  bool Pre(const Fortran::parser::CallStmt &statement) {
    const Symbol *resolved =
        statement.typedCall ? statement.typedCall->proc().GetSymbol() : nullptr;
    return call(statement.call, resolved);
  }
  bool Pre(const Fortran::parser::FunctionReference &reference) {
    return call(reference.v, nullptr);
  }
  bool Pre(const Fortran::parser::PointerAssignmentStmt &statement) {
    pass(std::get<Expr>(statement.t));
    return true;
  }
  bool Pre(const Fortran::parser::Selector &selector) {
    if (const auto *expr = std::get_if<Expr>(&selector.u))
      pass(*expr);
    else if (const auto *variable =
                 std::get_if<Fortran::parser::Variable>(&selector.u))
      if (const auto *designator =
              std::get_if<Indirection<Designator>>(&variable->u))
        passed.insert(rootOf(designator->value()));
    return true;
  }
  bool Pre(const Fortran::parser::DataRef &reference) {
    if (const auto *name = std::get_if<Name>(&reference.u))
      if (inExecution && !passed.count(name))
        use(*name);
    return true;
  }

private:
  struct Procedure {
    const Symbol *symbol = nullptr;
    int firstLine = 0, lastLine = 0; // of its statements; 0: of another file
  };
  struct Call {
    size_t caller;
    const Symbol *callee;
    std::vector<size_t> regions; // that it stands in
    SourceRange range;
  };

  void enter(Fortran::parser::CharBlock source) {
    here = source;
    const int line = session.place(source).lineInMain;
    inside.clear();
    if (!inExecution || !line)
      return;
    Procedure &procedure = procedures.back();
    if (!procedure.firstLine)
      procedure.firstLine = line;
    procedure.lastLine = std::max(procedure.lastLine, line);
    for (size_t region : regions)
      if (line > directives[region].lastLine &&
          line < directives[*directives[region].partner].firstLine)
        inside.push_back(region);
  }

  bool begin(const Name &name) {
    procedures.emplace_back();
    procedures.back().symbol =
        name.symbol ? &name.symbol->GetUltimate() : nullptr;
    return true;
  }

  // --- elements

  static const Name *rootOf(const Fortran::parser::DataRef &reference) {
    if (const auto *name = std::get_if<Name>(&reference.u))
      return name;
    if (const auto *component =
            std::get_if<Indirection<Fortran::parser::StructureComponent>>(
                &reference.u))
      return rootOf(component->value().base);
    if (const auto *element =
            std::get_if<Indirection<Fortran::parser::ArrayElement>>(
                &reference.u))
      return rootOf(element->value().base);
    return nullptr;
  }
  static const Name *rootOf(const Designator &designator) {
    const auto *reference =
        std::get_if<Fortran::parser::DataRef>(&designator.u);
    return reference ? rootOf(*reference) : nullptr;
  }

  // Its address is passed on.
  void pass(const Expr &expr) {
    if (const auto *designator = std::get_if<Indirection<Designator>>(&expr.u))
      passed.insert(rootOf(designator->value()));
  }

  static bool looksAtElements(const Symbol &symbol) {
    static const std::set<std::string> others = {
        "allocated",     "associated",   "bit_size", "c_loc",    "c_sizeof",
        "is_contiguous", "kind",         "lbound",   "lcobound", "len",
        "loc",           "present",      "rank",     "shape",    "size",
        "sizeof",        "storage_size", "ubound"};
    std::string name = symbol.name().ToString();
    if (name.rfind("__builtin_", 0) == 0) // of iso_c_binding
      name = name.substr(std::strlen("__builtin_"));
    return symbol.attrs().test(Fortran::semantics::Attr::INTRINSIC) &&
           !others.count(name);
  }

  bool call(const Fortran::parser::Call &call, const Symbol *resolved) {
    const auto &designator =
        std::get<Fortran::parser::ProcedureDesignator>(call.t);
    const auto *name = std::get_if<Name>(&designator.u);
    const Symbol *named =
        name && name->symbol ? &name->symbol->GetUltimate() : nullptr;
    if (!named || !looksAtElements(*named))
      for (const auto &argument :
           std::get<std::list<Fortran::parser::ActualArgSpec>>(call.t))
        if (const auto *expr = std::get_if<Indirection<Expr>>(
                &std::get<Fortran::parser::ActualArg>(argument.t).u))
          pass(expr->value());
    const Symbol *callee = resolved ? &resolved->GetUltimate() : named;
    if (callee && inExecution)
      calls.push_back(
          {procedures.size() - 1, callee, inside, session.range(here)});
    return true;
  }

  void use(const Name &name) {
    const std::string text = name.ToString();
    for (size_t region : inside)
      for (const source::DataItem &item : directives[region].items)
        if (lowerCase(item.text) == text &&
            reported.emplace(region, text).second) {
          Diagnostic error;
          error.message =
              "'" + item.text +
              "' is the device's array in this host_data region, which is for "
              "calls that pass its address on; write what looks at its "
              "elements outside of the region";
          error.range = session.range(name.source);
          error.notes.push_back(beginOf(region));
          errors.push_back(std::move(error));
        }
  }

  Diagnostic beginOf(size_t region) const {
    Diagnostic note;
    note.severity = Severity::Note;
    note.message = "the region begins here";
    note.range = directives[region].range;
    return note;
  }

  // --- calls

  bool isOf(const Procedure &procedure, const Symbol &callee) const {
    if (!procedure.symbol || !procedure.firstLine)
      return false;
    return procedure.symbol == &callee ||
           (callee.has<Fortran::semantics::ProcEntityDetails>() &&
            !Fortran::semantics::IsDummy(callee) &&
            procedure.symbol->owner().IsGlobal() &&
            procedure.symbol->name() == callee.name());
  }

  void reach(size_t region, const Call &from, const Symbol *callee,
             bool isDirect, std::set<size_t> &seen) {
    for (size_t p = 0; p < procedures.size(); ++p) {
      if (!isOf(procedures[p], *callee) || !seen.insert(p).second)
        continue;
      directives[region].reached.push_back(
          {from.callee->name().ToString(), from.range, isDirect,
           procedures[p].firstLine, procedures[p].lastLine});
      for (const Call &call : calls)
        if (call.caller == p)
          reach(region, from, call.callee, false, seen);
    }
  }

  const Session &session;
  std::vector<source::DataDirective> &directives;
  std::vector<size_t> regions;
  std::vector<Procedure> procedures;
  std::vector<Call> calls;
  std::set<const Name *> passed;
  std::set<std::pair<size_t, std::string>> reported;
  std::vector<size_t> inside; // regions around the statement
  Fortran::parser::CharBlock here;
  bool inExecution = false;
};

} // namespace frontend
} // namespace loopyc

#endif
