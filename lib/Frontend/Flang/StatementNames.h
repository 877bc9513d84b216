// What statements and constructs without a translation are called in messages.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_STATEMENTNAMES_H
#define LOOPYC_LIB_FRONTEND_FLANG_STATEMENTNAMES_H

#include "flang/Parser/parse-tree.h"

namespace loopyc {
namespace frontend {

template <typename T> struct StatementName {
  static constexpr const char *value = "statement of this kind";
};
#define LOOPYC_STATEMENT_NAME(NODE, NAME)                                      \
  template <> struct StatementName<Fortran::parser::NODE> {                    \
    static constexpr const char *value = NAME;                                 \
  };
LOOPYC_STATEMENT_NAME(AllocateStmt, "allocate statement")
LOOPYC_STATEMENT_NAME(BackspaceStmt, "backspace statement")
LOOPYC_STATEMENT_NAME(CloseStmt, "close statement")
LOOPYC_STATEMENT_NAME(CycleStmt, "cycle statement")
LOOPYC_STATEMENT_NAME(DeallocateStmt, "deallocate statement")
LOOPYC_STATEMENT_NAME(EndfileStmt, "endfile statement")
LOOPYC_STATEMENT_NAME(ExitStmt, "exit statement")
LOOPYC_STATEMENT_NAME(FailImageStmt, "fail image statement")
LOOPYC_STATEMENT_NAME(FlushStmt, "flush statement")
LOOPYC_STATEMENT_NAME(GotoStmt, "goto statement")
LOOPYC_STATEMENT_NAME(InquireStmt, "inquire statement")
LOOPYC_STATEMENT_NAME(NullifyStmt, "nullify statement")
LOOPYC_STATEMENT_NAME(OpenStmt, "open statement")
LOOPYC_STATEMENT_NAME(PointerAssignmentStmt, "pointer assignment")
LOOPYC_STATEMENT_NAME(PrintStmt, "print statement")
LOOPYC_STATEMENT_NAME(ReadStmt, "read statement")
LOOPYC_STATEMENT_NAME(ReturnStmt, "return statement before the end")
LOOPYC_STATEMENT_NAME(RewindStmt, "rewind statement")
LOOPYC_STATEMENT_NAME(StopStmt, "stop statement")
LOOPYC_STATEMENT_NAME(WaitStmt, "wait statement")
LOOPYC_STATEMENT_NAME(WhereStmt, "where statement")
LOOPYC_STATEMENT_NAME(WriteStmt, "write statement")
LOOPYC_STATEMENT_NAME(ComputedGotoStmt, "computed goto statement")
LOOPYC_STATEMENT_NAME(ForallStmt, "forall statement")
LOOPYC_STATEMENT_NAME(ArithmeticIfStmt, "arithmetic if statement")
LOOPYC_STATEMENT_NAME(AssignStmt, "assign statement")
LOOPYC_STATEMENT_NAME(AssignedGotoStmt, "assigned goto statement")
LOOPYC_STATEMENT_NAME(PauseStmt, "pause statement")
LOOPYC_STATEMENT_NAME(AssociateConstruct, "associate construct")
LOOPYC_STATEMENT_NAME(BlockConstruct, "block construct")
LOOPYC_STATEMENT_NAME(CaseConstruct, "select case construct")
LOOPYC_STATEMENT_NAME(ChangeTeamConstruct, "change team construct")
LOOPYC_STATEMENT_NAME(CriticalConstruct, "critical construct")
LOOPYC_STATEMENT_NAME(SelectRankConstruct, "select rank construct")
LOOPYC_STATEMENT_NAME(SelectTypeConstruct, "select type construct")
LOOPYC_STATEMENT_NAME(WhereConstruct, "where construct")
LOOPYC_STATEMENT_NAME(ForallConstruct, "forall construct")
LOOPYC_STATEMENT_NAME(FormatStmt, "format statement")
LOOPYC_STATEMENT_NAME(EntryStmt, "entry statement")
LOOPYC_STATEMENT_NAME(DataStmt, "data statement among executable statements")
LOOPYC_STATEMENT_NAME(NamelistStmt, "namelist statement")
#undef LOOPYC_STATEMENT_NAME

} // namespace frontend
} // namespace loopyc

#endif
