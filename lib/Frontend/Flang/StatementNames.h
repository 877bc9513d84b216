// What statements and constructs without a translation are, and what they are
// called in messages.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_STATEMENTNAMES_H
#define LOOPYC_LIB_FRONTEND_FLANG_STATEMENTNAMES_H

#include "Program.h"

#include "flang/Parser/parse-tree.h"

namespace loopyc {
namespace frontend {

template <typename T> struct StatementName {
  static constexpr const char *value = "statement of this kind";
  static constexpr HostStatement::Kind kind = HostStatement::Kind::Other;
};
#define LOOPYC_STATEMENT_NAME(NODE, KIND, NAME)                                \
  template <> struct StatementName<Fortran::parser::NODE> {                    \
    static constexpr const char *value = NAME;                                 \
    static constexpr HostStatement::Kind kind = HostStatement::Kind::KIND;     \
  };
LOOPYC_STATEMENT_NAME(AllocateStmt, Allocation, "allocate statement")
LOOPYC_STATEMENT_NAME(BackspaceStmt, InputOutput, "backspace statement")
LOOPYC_STATEMENT_NAME(CloseStmt, InputOutput, "close statement")
LOOPYC_STATEMENT_NAME(CycleStmt, Jump, "cycle statement")
LOOPYC_STATEMENT_NAME(DeallocateStmt, Allocation, "deallocate statement")
LOOPYC_STATEMENT_NAME(EndfileStmt, InputOutput, "endfile statement")
LOOPYC_STATEMENT_NAME(ExitStmt, Jump, "exit statement")
LOOPYC_STATEMENT_NAME(FailImageStmt, Stop, "fail image statement")
LOOPYC_STATEMENT_NAME(FlushStmt, InputOutput, "flush statement")
LOOPYC_STATEMENT_NAME(GotoStmt, Jump, "goto statement")
LOOPYC_STATEMENT_NAME(InquireStmt, InputOutput, "inquire statement")
LOOPYC_STATEMENT_NAME(NullifyStmt, Allocation, "nullify statement")
LOOPYC_STATEMENT_NAME(OpenStmt, InputOutput, "open statement")
LOOPYC_STATEMENT_NAME(PointerAssignmentStmt, PointerAssignment,
                      "pointer assignment")
LOOPYC_STATEMENT_NAME(PrintStmt, InputOutput, "print statement")
LOOPYC_STATEMENT_NAME(ReadStmt, InputOutput, "read statement")
LOOPYC_STATEMENT_NAME(ReturnStmt, Jump, "return statement before the end")
LOOPYC_STATEMENT_NAME(RewindStmt, InputOutput, "rewind statement")
LOOPYC_STATEMENT_NAME(StopStmt, Stop, "stop statement")
LOOPYC_STATEMENT_NAME(WaitStmt, InputOutput, "wait statement")
LOOPYC_STATEMENT_NAME(WriteStmt, InputOutput, "write statement")
LOOPYC_STATEMENT_NAME(ComputedGotoStmt, Jump, "computed goto statement")
LOOPYC_STATEMENT_NAME(ArithmeticIfStmt, Jump, "arithmetic if statement")
LOOPYC_STATEMENT_NAME(AssignStmt, Other, "assign statement")
LOOPYC_STATEMENT_NAME(AssignedGotoStmt, Jump, "assigned goto statement")
LOOPYC_STATEMENT_NAME(PauseStmt, Stop, "pause statement")
LOOPYC_STATEMENT_NAME(AssociateConstruct, Scope, "associate construct")
LOOPYC_STATEMENT_NAME(BlockConstruct, Scope, "block construct")
LOOPYC_STATEMENT_NAME(CaseConstruct, Selection, "select case construct")
LOOPYC_STATEMENT_NAME(ChangeTeamConstruct, Other, "change team construct")
LOOPYC_STATEMENT_NAME(CriticalConstruct, Other, "critical construct")
LOOPYC_STATEMENT_NAME(SelectRankConstruct, Selection, "select rank construct")
LOOPYC_STATEMENT_NAME(SelectTypeConstruct, Selection, "select type construct")
LOOPYC_STATEMENT_NAME(EntryStmt, Other, "entry statement")
LOOPYC_STATEMENT_NAME(DataStmt, Other,
                      "data statement among executable statements")
LOOPYC_STATEMENT_NAME(NamelistStmt, Other, "namelist statement")
#undef LOOPYC_STATEMENT_NAME

} // namespace frontend
} // namespace loopyc

#endif
