// Errors, warnings and notes, and the engine that prints them as
// `file:line:col: error: text` with the source line and a caret.
// Two exceptions leave a stage: UserError (the input is at fault, exit 1) and
// InternalError (loopyc is at fault, exit 70).
#ifndef LOOPYC_SUPPORT_DIAGNOSTIC_H
#define LOOPYC_SUPPORT_DIAGNOSTIC_H

#include "loopyc/Support/SourceLocation.h"

#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace loopyc {

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string message;
  SourceRange range;
  // The warning's group name ("unused-region" for -Wunused-region), if any.
  std::string group;
  std::vector<Diagnostic> notes;
};

// The input is at fault. `message` is one sentence: object, expectation,
// finding, remedy.
class UserError : public std::exception {
public:
  explicit UserError(std::string message, SourceRange range = {});
  explicit UserError(std::vector<Diagnostic> diagnostics);

  UserError &note(std::string message, SourceRange range = {});
  // Gives the error a location if it has none yet.
  UserError &locate(const SourceRange &range);

  const char *what() const noexcept override { return text.c_str(); }
  // At least one; the first is the error itself.
  const std::vector<Diagnostic> &diagnostics() const { return diags; }

private:
  std::vector<Diagnostic> diags;
  std::string text;
};

// loopyc is at fault; the driver adds the stage's name.
class InternalError : public std::exception {
public:
  explicit InternalError(std::string message) : text(std::move(message)) {}
  const char *what() const noexcept override { return text.c_str(); }

private:
  std::string text;
};

enum class ColorMode { Auto, Always, Never };

// Collects and prints diagnostics; knows the text of the files to show
// excerpts from, and the -W options.
class DiagnosticEngine {
public:
  explicit DiagnosticEngine(llvm::raw_ostream &out) : out(out) {}

  void setColor(ColorMode mode) { color = mode; }
  void setWarningsAsErrors(bool on) { warningsAsErrors = on; }
  // Turns the warning group on or off; "" is all of them.
  void setWarningEnabled(const std::string &group, bool on);
  // Remembers a file's text, so that excerpts need not read it again.
  void addSource(const std::string &file, std::string text);

  void report(const Diagnostic &diag);
  void report(const UserError &error);
  void warning(const std::string &group, const std::string &message,
               const SourceRange &range = {});

  int errorCount() const { return errors; }
  int warningCount() const { return warnings; }

private:
  void print(const Diagnostic &diag);
  const std::string *sourceOf(const std::string &file);

  llvm::raw_ostream &out;
  ColorMode color = ColorMode::Auto;
  bool warningsAsErrors = false;
  std::map<std::string, bool> warningGroups;
  std::map<std::string, std::string> sources;
  int errors = 0, warnings = 0;
};

// The engine that warnings go to; set by the driver for the whole run. Errors
// are exceptions and need no engine.
DiagnosticEngine *currentDiagnostics();
void setCurrentDiagnostics(DiagnosticEngine *engine);
// Reports to the current engine, if there is one.
void warn(const std::string &group, const std::string &message,
          const SourceRange &range = {});

} // namespace loopyc

#endif
