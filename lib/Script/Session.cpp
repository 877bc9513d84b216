#include "Session.h"

#include "Arguments.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::script;
namespace py = pybind11;

static Session *currentSession = nullptr;

static std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  llvm::StringRef rest = text;
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    lines.push_back(line.rtrim("\r").str());
    rest = after;
  }
  return lines;
}

ScheduledKernel Session::scheduled(const Kernel &kernel) const {
  if (!opts.schedule)
    throw InternalError("no one schedules kernels for this script");
  return opts.schedule(kernel);
}

Session::Session(const ScriptOptions &options)
    : opts(options), outer(currentSession),
      directories(importDirectories(options)) {
  std::vector<std::string> source = linesOf(options.source);
  for (const ScriptText &script : options.scripts) {
    Lines lines;
    lines.asRun = linesOf(script.text);
    lines.inFile = script.fileName == options.fileName ? source : lines.asRun;
    scripts[script.fileName] = std::move(lines);
  }
  currentSession = this;
}

Session::~Session() { currentSession = outer; }

Session &Session::current() {
  if (!currentSession)
    throw InternalError("a function of module loopy was called outside a run "
                        "of a script");
  return *currentSession;
}

std::shared_ptr<const std::string>
Session::sharedName(const std::string &file) const {
  auto &name = names[file];
  if (!name)
    name = std::make_shared<const std::string>(
        scripts.count(file) ? file : shownPath(directories, file));
  return name;
}

static const std::string *lineAt(const std::vector<std::string> &lines,
                                 int line) {
  return line >= 1 && line <= static_cast<int>(lines.size()) ? &lines[line - 1]
                                                             : nullptr;
}

SourceRange Session::lineRange(const std::string &file, int line) const {
  SourceRange range;
  range.file = sharedName(file);
  range.line = range.endLine = line;
  range.column = range.endColumn = 1;
  auto script = scripts.find(file);
  if (script == scripts.end())
    return range;
  const std::string *run = lineAt(script->second.asRun, line);
  const std::string *whole = lineAt(script->second.inFile, line);
  if (!run || !whole)
    return range;
  llvm::StringRef code = llvm::StringRef(*run).trim();
  size_t at = whole->find(code.str());
  if (code.empty() || at == std::string::npos)
    return range;
  range.column = static_cast<int>(at) + 1;
  range.endColumn = static_cast<int>(at + code.size());
  return range;
}

SourceRange Session::range(const CodePosition &position) const {
  SourceRange range = lineRange(position.file, position.line);
  if (position.column < 0)
    return range;
  int shift = 0;
  auto script = scripts.find(position.file);
  if (script != scripts.end())
    if (const std::string *run = lineAt(script->second.asRun, position.line)) {
      size_t indent = run->find_first_not_of(" \t");
      if (indent != std::string::npos)
        shift = range.column - 1 - static_cast<int>(indent);
    }
  int wholeEnd = range.endColumn;
  range.column = position.column + 1 + shift;
  bool ends = position.endColumn > 0;
  range.endColumn = position.endLine > position.line ? wholeEnd
                    : ends ? position.endColumn + shift
                           : range.column;
  return range;
}

CodePosition script::positionOf(PyCodeObject *code, int offset) {
  CodePosition position;
  position.file = textOf(code->co_filename);
  if (!PyCode_Addr2Location(code, offset, &position.line, &position.column,
                            &position.endLine, &position.endColumn))
    position.line = 0;
  if (position.line < 1)
    position.line = code->co_firstlineno;
  return position;
}

SourceRange Session::here() const {
  PyFrameObject *frame = PyEval_GetFrame();
  if (!frame)
    return {};
  py::object code = py::reinterpret_steal<py::object>(
      reinterpret_cast<PyObject *>(PyFrame_GetCode(frame)));
  return range(positionOf(reinterpret_cast<PyCodeObject *>(code.ptr()),
                          PyFrame_GetLasti(frame)));
}
