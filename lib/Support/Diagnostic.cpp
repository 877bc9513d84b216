#include "loopyc/Support/Diagnostic.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>

using namespace loopyc;

std::string SourceRange::str() const {
  if (!known())
    return "";
  return *file + ":" + std::to_string(line) + ":" +
         std::to_string(column > 0 ? column : 1);
}

UserError::UserError(std::string message, SourceRange range) : text(message) {
  Diagnostic diag;
  diag.message = std::move(message);
  diag.range = std::move(range);
  diags.push_back(std::move(diag));
}

UserError::UserError(std::vector<Diagnostic> diagnostics)
    : diags(std::move(diagnostics)) {
  if (diags.empty())
    diags.push_back(Diagnostic{});
  text = diags.front().message;
}

UserError &UserError::note(std::string message, SourceRange range) {
  Diagnostic diag;
  diag.severity = Severity::Note;
  diag.message = std::move(message);
  diag.range = std::move(range);
  diags.back().notes.push_back(std::move(diag));
  return *this;
}

UserError &UserError::locate(const SourceRange &range) {
  if (!diags.front().range.known())
    diags.front().range = range;
  return *this;
}

void DiagnosticEngine::setWarningEnabled(const std::string &group, bool on) {
  warningGroups[group] = on;
}

void DiagnosticEngine::addSource(const std::string &file, std::string text) {
  sources[file] = std::move(text);
}

void DiagnosticEngine::report(const Diagnostic &diag) {
  Diagnostic shown = diag;
  if (diag.severity == Severity::Warning) {
    // As the options have it behind -W: "serial", "error=serial".
    auto isOn = [&](const std::string &option, bool otherwise) {
      auto given = warningGroups.find(option);
      return given != warningGroups.end() ? given->second : otherwise;
    };
    bool isError = isOn("error=" + diag.group, false);
    if (!isError && !isOn(diag.group, isOn("", true)))
      return;
    isError = isOn("error=" + diag.group, warningsAsErrors);
    if (!diag.group.empty())
      shown.message += " [-W" + diag.group + "]";
    if (isError)
      shown.severity = Severity::Error;
    else
      ++warnings;
  }
  if (shown.severity == Severity::Error)
    ++errors;
  print(shown);
  for (const Diagnostic &note : shown.notes)
    print(note);
}

void DiagnosticEngine::report(const UserError &error) {
  for (const Diagnostic &diag : error.diagnostics())
    report(diag);
}

void DiagnosticEngine::warning(const std::string &group,
                               const std::string &message,
                               const SourceRange &range) {
  Diagnostic diag;
  diag.severity = Severity::Warning;
  diag.group = group;
  diag.message = message;
  diag.range = range;
  report(diag);
}

const std::string *DiagnosticEngine::sourceOf(const std::string &file) {
  auto known = sources.find(file);
  if (known != sources.end())
    return &known->second;
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return nullptr;
  return &(sources[file] = (*buffer)->getBuffer().str());
}

// The text of line `number` (from 1), without its end-of-line.
static std::string lineOf(const std::string &text, int number) {
  size_t begin = 0;
  for (int line = 1; line < number; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos)
      return "";
    ++begin;
  }
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  return line;
}

// The caret line under `line`: tabs stay, so that columns align.
static std::string caretLine(const std::string &line,
                             const SourceRange &range) {
  int column = std::max(range.column, 1);
  int end = range.endLine == range.line ? range.endColumn
            : range.endLine > range.line ? static_cast<int>(line.size())
                                         : column;
  end = std::min(end, static_cast<int>(line.size()));
  std::string carets;
  for (int i = 1; i < column; ++i)
    carets += i <= static_cast<int>(line.size()) && line[i - 1] == '\t' ? '\t'
                                                                        : ' ';
  carets += '^';
  if (end > column)
    carets.append(end - column, '~');
  return carets;
}

void DiagnosticEngine::print(const Diagnostic &diag) {
  bool colors = color == ColorMode::Always ||
                (color == ColorMode::Auto && !std::getenv("NO_COLOR") &&
                 out.has_colors());
  if (colors)
    out.enable_colors(true);
  auto paint = [&](llvm::raw_ostream::Colors c, bool bold) {
    if (colors)
      out.changeColor(c, bold);
  };
  auto plain = [&] {
    if (colors)
      out.resetColor();
  };

  paint(llvm::raw_ostream::SAVEDCOLOR, true);
  if (diag.range.known())
    out << diag.range.str() << ": ";
  else if (diag.range.file)
    out << *diag.range.file << ": ";
  else if (diag.severity != Severity::Note)
    out << "loopyc: ";
  plain();
  switch (diag.severity) {
  case Severity::Error:
    paint(llvm::raw_ostream::RED, true);
    out << "error: ";
    break;
  case Severity::Warning:
    paint(llvm::raw_ostream::MAGENTA, true);
    out << "warning: ";
    break;
  case Severity::Note:
    paint(llvm::raw_ostream::CYAN, true);
    out << "note: ";
    break;
  }
  plain();
  out << diag.message << "\n";
  if (diag.range.known()) {
    if (const std::string *text = sourceOf(*diag.range.file)) {
      std::string line = lineOf(*text, diag.range.line);
      if (!line.empty()) {
        out << line << "\n";
        paint(llvm::raw_ostream::GREEN, true);
        out << caretLine(line, diag.range) << "\n";
        plain();
      }
    }
  }
  out.flush();
}

static DiagnosticEngine *engineOfThisRun = nullptr;

DiagnosticEngine *loopyc::currentDiagnostics() { return engineOfThisRun; }

void loopyc::setCurrentDiagnostics(DiagnosticEngine *engine) {
  engineOfThisRun = engine;
}

void loopyc::warn(const std::string &group, const std::string &message,
                  const SourceRange &range) {
  if (engineOfThisRun)
    engineOfThisRun->warning(group, message, range);
}
