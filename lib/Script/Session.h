// One run of the script: what the functions of module `loopy` need to know of
// it, and where in the Fortran file the script is.
#ifndef LOOPYC_LIB_SCRIPT_SESSION_H
#define LOOPYC_LIB_SCRIPT_SESSION_H

#include "ImportScope.h"

#include "loopyc/Script/ScriptRunner.h"

#include <pybind11/pybind11.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

// A place in Python code. Columns are Python's: bytes from 0, -1 for unknown.
struct CodePosition {
  std::string file;
  int line = 0, column = -1;
  int endLine = 0, endColumn = -1;
};

class Session {
public:
  Session(const ScriptOptions &options, Host &host);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  // The run in progress.
  static Session &current();

  const ScriptOptions &options() const { return opts; }
  Host &host() const { return program; }
  bool isScript(const std::string &file) const { return scripts.count(file); }
  // The line in the file; columns are shifted by what was cut off the line
  // when the block was taken out of the Fortran file.
  SourceRange range(const CodePosition &position) const;
  // Where the innermost Python frame is.
  SourceRange here() const;
  // Whole line `line` of the file.
  SourceRange lineRange(const std::string &file, int line) const;
  std::shared_ptr<const std::string> sharedName(const std::string &file) const;

  // The iteration over a translation unit that began last.
  struct Iteration {
    SourceRange place;
    std::vector<std::string> kernels;
  };
  std::optional<Iteration> iteration;

private:
  struct Lines {
    std::vector<std::string> asRun, inFile;
  };

  const ScriptOptions &opts;
  Host &program;
  Session *outer;
  ImportDirectories directories;
  std::map<std::string, Lines> scripts;
  mutable std::map<std::string, std::shared_ptr<const std::string>> names;
};

// Position of an instruction (byte offset) of Python code.
CodePosition positionOf(PyCodeObject *code, int offset);

} // namespace script
} // namespace loopyc

#endif
