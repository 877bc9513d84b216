#include "Toolchain.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace loopyc;
using namespace loopyc::check;

Workspace::Workspace() {
  llvm::SmallString<128> made;
  if (auto error = llvm::sys::fs::createUniqueDirectory("loopyc-check", made))
    throw UserError("--check cannot make a temporary folder: " +
                    error.message());
  folder = made.str().str();
}

Workspace::~Workspace() {
  if (!std::getenv("LOOPYC_KEEP_CHECK"))
    llvm::sys::fs::remove_directories(folder);
}

void Workspace::write(const std::string &name, const std::string &text) const {
  std::error_code error;
  llvm::raw_fd_ostream out(path(name), error);
  if (!error) {
    out << text;
    out.close();
    error = out.error();
  }
  if (error) {
    out.clear_error();
    throw UserError("--check cannot write '" + path(name) +
                    "': " + error.message());
  }
}

static std::string readAll(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

CommandResult Workspace::run(const Words &command, int timeoutSeconds) const {
  std::string out = path("stdout.txt"), err = path("stderr.txt");
  // They are opened without being truncated.
  llvm::sys::fs::remove(out);
  llvm::sys::fs::remove(err);
  std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef("/dev/null"), llvm::StringRef(out), llvm::StringRef(err)};
  std::vector<llvm::StringRef> args(command.begin(), command.end());
  std::string message;
  bool notStarted = false;
  CommandResult result;
  int status =
      llvm::sys::ExecuteAndWait(command.front(), args, std::nullopt, redirects,
                                timeoutSeconds, 0, &message, &notStarted);
  result.status = status;
  result.timedOut = status == -2 && message.find("timed out") != message.npos;
  result.output = readAll(out);
  result.errors = readAll(err);
  if (status < 0)
    result.errors += message;
  return result;
}

CommandResult Workspace::runInside(const Words &command,
                                   int timeoutSeconds) const {
  llvm::SmallString<256> before;
  llvm::sys::fs::current_path(before);
  llvm::sys::fs::set_current_path(path(""));
  CommandResult result = run(command, timeoutSeconds);
  llvm::sys::fs::set_current_path(before);
  return result;
}

static std::string findProgram(llvm::StringRef name) {
  if (name.contains('/'))
    return llvm::sys::fs::can_execute(name) ? name.str() : "";
  auto found = llvm::sys::findProgramByName(name);
  return found ? *found : "";
}

static Words findCompiler(const char *variable,
                          std::initializer_list<const char *> names,
                          const char *language) {
  if (const char *given = std::getenv(variable); given && *given) {
    Words words;
    for (auto word : llvm::split(llvm::StringRef(given), ' '))
      if (!word.empty())
        words.push_back(word.str());
    std::string program = words.empty() ? "" : findProgram(words.front());
    if (program.empty())
      throw UserError(std::string("--check: the ") + language +
                      " compiler that $" + variable + " names, '" + given +
                      "', is not there");
    words.front() = program;
    return words;
  }
  if (std::string program = firstProgram({names.begin(), names.end()});
      !program.empty())
    return {program};
  throw UserError(std::string("--check needs a ") + language +
                  " compiler for the original source: install " +
                  *names.begin() + ", or name one in $" + variable);
}

Words check::fortranCompiler() {
  return findCompiler("FC", {"gfortran", "flang-22", "flang"}, "Fortran");
}

Words check::cCompiler() {
  return findCompiler("CC", {"cc", "gcc", "clang"}, "C");
}

bool check::isFlang(const Words &compiler) {
  return llvm::sys::path::filename(compiler.front()).contains("flang");
}

std::string check::firstProgram(const Words &names) {
  for (const std::string &name : names)
    if (std::string program = findProgram(name); !program.empty())
      return program;
  return "";
}

std::string check::firstError(const std::string &messages) {
  llvm::StringRef text(messages), first;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.contains_insensitive("error") ||
        line.contains("undefined reference") || line.contains("cannot find"))
      return line.trim().str();
    if (first.empty())
      first = line.trim();
  }
  return first.str();
}
