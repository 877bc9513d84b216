// A source language, as a file is written in it: what the rooms behind the
// front end ask of the text that a kernel comes from. A new language is a class
// here, and a front end that makes kernels of it.
//
//   front end   where comments are, which hold `!$loopy` directives
//   code        the statement that an instruction comes from, in comments
//   stub        the lines that a launch takes the place of
//   --check     the text that a compiler makes the oracle of
#ifndef LOOPYC_SOURCE_LANGUAGE_H
#define LOOPYC_SOURCE_LANGUAGE_H

#include "loopyc/IR/HostValue.h"
#include "loopyc/Source/HostObject.h"
#include "loopyc/Source/Lines.h"
#include "loopyc/Source/Options.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace source {

// A common block: the types and shapes of its variables, "real(8)" and
// "(1:8, 1:8)".
struct CommonBlock {
  struct Member {
    std::string type, shape;
  };
  std::string name; // "/coef/"
  std::vector<Member> members;
};

// What a kernel's statements need of the source around them, and nobody but its
// own compiler has to understand: declarations, a statement each, "real(8),
// parameter :: g = 9.81_8".
struct Declarations {
  std::vector<std::string> statements;
  // What it calls: of modules, "fluxes, only: limit"; and lines with procedures
  // that see its variables.
  std::vector<std::string> uses;
  std::vector<LineSpan> procedures;
  // The same, written out: statement functions.
  std::vector<std::string> functions;
  // What constructs around give names, from the outermost: "col => a(:, j)".
  std::vector<std::string> associations;
  // Procedures whose statements the kernel has in the place of calls, by the
  // names that the calls use; each once.
  std::vector<std::string> inlined;
  // Those of which it has variables, by its own declarations or those of what
  // it calls.
  std::vector<CommonBlock> commonBlocks;
  // Variables that they mention, as the source declares them.
  std::vector<HostObject> objects;
};

// Of a line, the column where a comment's text begins, behind the mark; nothing
// for a line that holds other things.
using Comment = std::optional<size_t>;

using Lines = std::vector<std::string>;

// What has an implementation for each: oracles, stubs.
enum class LanguageKind {
  Fortran,
  Kernel // domains and instructions (seed 004)
};

class Language {
public:
  virtual ~Language() = default;
  virtual LanguageKind kind() const = 0;

  // --- text
  virtual std::vector<Comment> comments(const Lines &lines) const = 0;
  // What stands in the range, in one line: "u(i) = v(i)".
  virtual std::string excerpt(const Lines &lines,
                              const SourceRange &range) const = 0;

  // --- preprocessing
  virtual bool isPreprocessed() const = 0;
  // Line by line; an included file's lines in one string. Throws UserError.
  virtual Lines preprocess(const std::string &text, const std::string &fileName,
                           const Options &options) const = 0;

  // --- line editing, for stubs
  // Lines in the form that stubs are written in, as many; included files in the
  // place of the lines that name them, where they must be.
  virtual Lines stubLines(const Lines &lines,
                          const std::vector<std::string> &folders) const = 0;
  // The language of these lines.
  virtual std::shared_ptr<const Language> ofStub() const = 0;
  // With the directives just before and after, which belong to the statements
  // there.
  virtual LineSpan withDirectives(const Lines &stubLines,
                                  LineSpan statements) const = 0;
  // Does the line hold parts of several statements?
  virtual bool sharesLine(const std::string &stubLine) const = 0;

  // --- the oracle
  // Of a file that its compiler shall read in this form: ".f90".
  virtual std::string fileSuffix() const = 0;
  // Can the compiler be given this file alone?
  virtual bool isSource(const std::string &fileName) const = 0;

  // --- host arguments
  // As the source's statements name it: "size(u, 1)".
  virtual std::string spell(const HostValue &value) const = 0;
};

// The language of a file, by its suffix and what the options say of it.
std::shared_ptr<const Language> languageOf(const std::string &fileName,
                                           const Options &options = {});

} // namespace source
} // namespace loopyc

#endif
