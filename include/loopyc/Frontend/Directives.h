// `!$loopy` lines of a Fortran source: tagged regions, kernel regions and
// transform blocks.
// Read from the text alone, before and independent of Flang, to which these
// lines are comments, as they are in any language.
#ifndef LOOPYC_FRONTEND_DIRECTIVES_H
#define LOOPYC_FRONTEND_DIRECTIVES_H

#include "loopyc/Support/SourceLocation.h"

#include <string>
#include <vector>

namespace loopyc {

namespace source {
class Language;
}

namespace frontend {

// `!$loopy begin tagged: NAME` ... `!$loopy end tagged: NAME`: the statements
// on the lines strictly between carry tag NAME.
struct TaggedRegion {
  std::string tag;
  SourceRange begin, end; // of the two directives
};

// `!$loopy begin kernel: NAME` ... `!$loopy end kernel: NAME`: the statements
// strictly between are a kernel of their own; the rest of the procedure around
// them stays on the host. `begin kernel: NAME no_alias: a, b` says what
// assume_no_alias says of these.
struct KernelRegion {
  std::string name;
  SourceRange begin, end; // of the two directives
  std::vector<std::string> noAlias = {};
};

struct Directives {
  std::vector<TaggedRegion> regions; // in the order of their begins
  std::vector<KernelRegion> kernels; // in source order; they do not overlap
  // The Python code of all transform blocks, `!$loopy begin` ...
  // `!$loopy end`: comment markers removed, each block dedented, and padded
  // with empty lines so that line N of `script` is line N of the Fortran file.
  std::string script;
  bool hasScript = false; // a line of it is code
  bool hasBlock = false;  // empty ones ask for what happens without a script
};

// Throws UserError at the line of an unknown directive, of one that is
// unbalanced, and of a line in a transform block that is not a comment.
Directives scanDirectives(const std::string &text, const std::string &fileName,
                          const source::Language &language);

} // namespace frontend
} // namespace loopyc

#endif
