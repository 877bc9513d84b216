// The kernel language (lib/KernelLanguage) as a source: texts of instructions,
// and the scripts that they stand in. Nothing is linked in such a file's place,
// so there are no stubs.
#ifndef LOOPYC_SOURCE_KERNELTEXT_H
#define LOOPYC_SOURCE_KERNELTEXT_H

#include "loopyc/IR/CallMark.h"
#include "loopyc/IR/Kernel.h"
#include "loopyc/Source/Language.h"

namespace loopyc {
namespace source {

// What is called what in a kernel that was called, by the names that its caller
// has for it.
struct CallNames {
  std::vector<std::string> arguments;       // of the function, in its order
  std::map<std::string, std::string> names; // the caller's -> the function's
  std::set<std::string> inames;             // of its loops, the caller's names
};

class KernelText final : public Language {
public:
  // Of a file, or with the kernel that was made of this text, before any
  // transformation: the oracle of --check.
  using Calls = std::map<CallMark, CallNames>;
  explicit KernelText(std::shared_ptr<const Kernel> asMade = nullptr,
                      Calls calls = {})
      : kernel(std::move(asMade)), ownCalls(std::move(calls)) {}
  const std::shared_ptr<const Kernel> &asMade() const { return kernel; }
  // Of other kernels, in the text.
  const Calls &calls() const { return ownCalls; }

  LanguageKind kind() const override { return LanguageKind::Kernel; }

  // None, for directives stand in none.
  std::vector<Comment> comments(const Lines &lines) const override;
  std::string excerpt(const Lines &lines,
                      const SourceRange &range) const override;

  bool isPreprocessed() const override { return false; }
  Lines preprocess(const std::string &text, const std::string &fileName,
                   const Options &options) const override;

  Lines stubLines(const Lines &lines,
                  const std::vector<std::string> &folders) const override;
  std::shared_ptr<const Language> ofStub() const override;
  LineSpan withDirectives(const Lines &stubLines,
                          LineSpan statements) const override;
  bool sharesLine(const std::string &stubLine) const override;

  std::string fileSuffix() const override { return ".py"; }
  bool isSource(const std::string &fileName) const override;

  std::string spell(const HostValue &value) const override;

private:
  std::shared_ptr<const Kernel> kernel;
  Calls ownCalls;
};

// Does a file of this name hold kernels as text (KernelFile.h)? Others of this
// language are scripts, which make kernels.
bool isKernelFile(const std::string &fileName);

// The kernel that an origin's text made; null for one of another language.
std::shared_ptr<const Kernel> kernelAsMade(const Origin &origin);
// The same text, which made this kernel.
void setKernelAsMade(Origin &origin, std::shared_ptr<const Kernel> kernel);
// What is called what in the call; null where that is not known.
const CallNames *namesOfCall(const Kernel &kernel, const CallMark &mark);

} // namespace source
} // namespace loopyc

#endif
