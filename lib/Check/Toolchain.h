// The compilers and the temporary folder that a check works with.
#ifndef LOOPYC_LIB_CHECK_TOOLCHAIN_H
#define LOOPYC_LIB_CHECK_TOOLCHAIN_H

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

using Words = std::vector<std::string>;

// What compiling a check program may take.
inline constexpr int compileSeconds = 300;

struct CommandResult {
  int status = 0; // exit status; -1: could not be started or killed by a signal
  bool timedOut = false;
  std::string output; // standard output
  std::string errors; // standard error
  bool ok() const { return status == 0 && !timedOut; }
};

// A temporary folder, removed with everything in it.
class Workspace {
public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;

  std::string path(const std::string &name) const {
    return folder + "/" + name;
  }
  void write(const std::string &name, const std::string &text) const;
  CommandResult run(const Words &command, int timeoutSeconds) const;
  // With the workspace as the current folder, where Fortran compilers look for
  // modules first.
  CommandResult runInside(const Words &command, int timeoutSeconds) const;

private:
  std::string folder;
};

// $FC, gfortran, flang-22, flang; or $CC, cc, gcc, clang. Words, as the
// variable may hold options. Throws UserError where there is none.
Words fortranCompiler();
Words cCompiler();
bool isFlang(const Words &compiler);
// The path of the first of these programs that is there, or "".
std::string firstProgram(const Words &names);

// The first line of a compiler's messages that says "error", for one-line
// reports.
std::string firstError(const std::string &messages);

} // namespace check
} // namespace loopyc

#endif
