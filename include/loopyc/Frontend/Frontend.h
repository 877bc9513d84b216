// The front end: Fortran text to a translation unit of kernels, by Flang's
// parser and semantic analysis. First stage of the flow; scripts call it as
// `lp.parse_fortran`.
#ifndef LOOPYC_FRONTEND_FRONTEND_H
#define LOOPYC_FRONTEND_FRONTEND_H

#include "loopyc/Frontend/Options.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// A subroutine or a region without a kernel; it stays on the host.
struct UntranslatedSubroutine {
  std::string name;
  std::string module;
  bool isRegion = false;
  SourceRange range; // of a region: its first line
  UserError reason;

  // The reason, with a note that names the region.
  Diagnostic diagnostic() const;
};

// What nobody meant to be a kernel: a function, an internal procedure, a main
// program, what has regions that are the kernels.
struct HostProcedure {
  std::string name;
  Diagnostic reason; // why there is no kernel of this name
  // That it has loops, which nobody said are the host's; none if it has not.
  std::optional<Diagnostic> warning;
};

// A subroutine that is cut into kernels around what only the host executes.
struct CutSubroutine {
  std::vector<std::string> kernels;
  std::vector<Diagnostic> warnings; // that it is cut, and what stays behind
};

struct ParsedFortran {
  TranslationUnit unit; // a kernel for each translatable subroutine, in order
  std::vector<UntranslatedSubroutine> untranslated; // in order
  std::vector<HostProcedure> hostProcedures;        // in order
  std::vector<CutSubroutine> cuts;                  // in order
  // Files that were read besides the source: includes, modules, module
  // sources; in the order of their first use. For depfiles.
  std::vector<std::string> filesRead;
};

// Sees the program that a text is, as Flang gave it ("program") and after each
// pass over it, before kernels are made: the pass, the file, the text of the
// program before and after.
using AfterPass =
    std::function<void(const std::string &name, const std::string &file,
                       const std::string &before, const std::string &after)>;

// Translates every subroutine of `text`, external or in a module. Functions
// and main programs pass through. Throws UserError for errors of the file as
// a whole (syntax, semantics, directives); and the reasons, of the regions if
// some are marked, where there are subroutines but none can be translated. With
// data directives, none need be.
ParsedFortran parseFortran(const std::string &text, const std::string &fileName,
                           const FortranOptions &options = {},
                           const AfterPass &after = {});

} // namespace frontend
} // namespace loopyc

#endif
