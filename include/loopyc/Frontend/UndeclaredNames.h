// Names that a source mentions and does not declare, since a script gives their
// values:
//   subroutine f(a)
//     implicit none
//     real(8) :: a(n)
// is parsed as if they were arguments,
//   subroutine f(a, n)
//     implicit none; integer(4) :: n
// and is, once the script has fixed them, a source with constants:
//   subroutine f(a)
//     implicit none; integer(4), parameter :: n = 16
// Lines keep their numbers. A name is an integer(4) or a real(8), as its first
// letter says.
#ifndef LOOPYC_FRONTEND_UNDECLAREDNAMES_H
#define LOOPYC_FRONTEND_UNDECLAREDNAMES_H

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Support/Diagnostic.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class UndeclaredNames {
public:
  // Nullopt if the front end complains of anything but such names, or the
  // source is in fixed form.
  static std::optional<UndeclaredNames>
  in(const UserError &error, const std::string &text, fortran::Form form);

  // Those of a subroutine, or of the one around a region: in lower case, with
  // the places of their first mention.
  const std::map<std::string, SourceRange> *
  of(const std::string &procedure) const;

  std::string asArguments() const;
  // `values`: by subroutine and name, a Fortran literal.
  std::string asConstants(
      const std::map<std::string, std::map<std::string, std::string>> &values)
      const;

private:
  struct Procedure {
    std::string name;     // in lower case
    size_t arguments = 0; // where in the text the list goes on
    bool hasList = false, isEmpty = false;
    size_t declarations = 0; // where in the text declarations may stand
    bool onLine = false;     // behind a statement
    std::map<std::string, SourceRange> names;
  };
  bool locate(size_t statement, Procedure &procedure) const;
  Procedure *procedureAt(int line);
  size_t offset(source::Position position) const {
    return lineStarts[position.line] + position.column;
  }

  std::string text;
  std::vector<size_t> lineStarts;
  std::vector<fortran::Statement> statements;
  std::vector<Procedure> procedures; // in order of the text
};

} // namespace frontend
} // namespace loopyc

#endif
