// Labels of statements, and those that statements jump to.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_LABELS_H
#define LOOPYC_LIB_FRONTEND_FLANG_LABELS_H

#include "TreeWalk.h"

#include "flang/Parser/parse-tree.h"

#include <list>
#include <set>

namespace loopyc {
namespace frontend {

struct Labels {
  using Label = Fortran::parser::Label;
  // Statements that are not looked at.
  std::set<const Fortran::parser::ExecutionPartConstruct *> skipped = {};
  std::set<Label> stand = {}, targets = {};

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    if (statement.label)
      stand.insert(*statement.label);
    return true;
  }
  bool Pre(const Fortran::parser::ExecutionPartConstruct &part) {
    return !skipped.count(&part);
  }
  void Post(const Fortran::parser::GotoStmt &jump) { targets.insert(jump.v); }
  void Post(const Fortran::parser::AltReturnSpec &jump) {
    targets.insert(jump.v);
  }
  void Post(const Fortran::parser::ErrLabel &jump) { targets.insert(jump.v); }
  void Post(const Fortran::parser::EndLabel &jump) { targets.insert(jump.v); }
  void Post(const Fortran::parser::EorLabel &jump) { targets.insert(jump.v); }
  void Post(const Fortran::parser::AssignStmt &jump) {
    targets.insert(std::get<Label>(jump.t));
  }
  void Post(const Fortran::parser::ComputedGotoStmt &jump) {
    for (Label label : std::get<std::list<Label>>(jump.t))
      targets.insert(label);
  }
  void Post(const Fortran::parser::ArithmeticIfStmt &jump) {
    targets.insert(std::get<1>(jump.t));
    targets.insert(std::get<2>(jump.t));
    targets.insert(std::get<3>(jump.t));
  }
};

} // namespace frontend
} // namespace loopyc

#endif
