#include "loopyc/Source/KernelText.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

using namespace loopyc;
using namespace loopyc::source;

bool source::isKernelFile(const std::string &fileName) {
  return llvm::StringRef(fileName).ends_with(".loopy");
}

std::shared_ptr<const Kernel> source::kernelAsMade(const Origin &origin) {
  if (!origin.language || origin.language->kind() != LanguageKind::Kernel)
    return nullptr;
  return static_cast<const KernelText &>(*origin.language).asMade();
}

std::vector<Comment> KernelText::comments(const Lines &lines) const {
  return std::vector<Comment>(lines.size());
}

// From the line's beginning, its blanks gone.
std::string KernelText::excerpt(const Lines &lines,
                                const SourceRange &range) const {
  std::string text;
  int last = range.endLine ? range.endLine : range.line;
  for (int line = range.line; line <= last; ++line) {
    if (line < 1 || line > static_cast<int>(lines.size()))
      break;
    llvm::StringRef whole = lines[line - 1];
    if (line == last && range.endColumn > 0)
      whole = whole.take_front(range.endColumn);
    if (line == range.line && range.column > 0)
      whole = whole.drop_front(
          std::min(whole.size(), static_cast<size_t>(range.column - 1)));
    text += (text.empty() ? "" : " ") + whole.trim().str();
  }
  return text;
}

Lines KernelText::preprocess(const std::string &text, const std::string &,
                             const Options &) const {
  return splitLines(text);
}

[[noreturn]] static void refuseStub() {
  throw InternalError("a stub of a kernel that is no procedure");
}

Lines KernelText::stubLines(const Lines &,
                            const std::vector<std::string> &) const {
  refuseStub();
}

std::shared_ptr<const Language> KernelText::ofStub() const { refuseStub(); }

LineSpan KernelText::withDirectives(const Lines &, LineSpan) const {
  refuseStub();
}

bool KernelText::sharesLine(const std::string &) const { refuseStub(); }

bool KernelText::isSource(const std::string &) const { return false; }

std::string KernelText::spell(const HostValue &) const {
  throw InternalError("a hidden argument of a kernel that is no procedure");
}

void source::setKernelAsMade(Origin &origin,
                             std::shared_ptr<const Kernel> kernel) {
  const auto *text = dynamic_cast<const KernelText *>(origin.language.get());
  origin.language = std::make_shared<KernelText>(
      std::move(kernel), text ? text->calls() : KernelText::Calls());
}

const CallNames *source::namesOfCall(const Kernel &kernel,
                                     const CallMark &mark) {
  for (const Origin &origin : kernel.origins)
    if (const auto *text =
            dynamic_cast<const KernelText *>(origin.language.get()))
      if (auto it = text->calls().find(mark); it != text->calls().end())
        return &it->second;
  return nullptr;
}
