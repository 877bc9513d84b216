// Fortran as a source language.
#ifndef LOOPYC_SOURCE_FORTRAN_FORTRAN_H
#define LOOPYC_SOURCE_FORTRAN_FORTRAN_H

#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Language.h"

namespace loopyc {
namespace fortran {

class Fortran final : public source::Language {
public:
  Fortran(Form form, bool preprocessed)
      : form(form), preprocessed(preprocessed) {}

  source::LanguageKind kind() const override {
    return source::LanguageKind::Fortran;
  }

  std::vector<source::Comment>
  comments(const source::Lines &lines) const override;
  std::string excerpt(const source::Lines &lines,
                      const SourceRange &range) const override;

  bool isPreprocessed() const override { return preprocessed; }
  source::Lines preprocess(const std::string &text, const std::string &fileName,
                           const source::Options &options) const override;

  // In free form.
  source::Lines
  stubLines(const source::Lines &lines,
            const std::vector<std::string> &folders) const override;
  std::shared_ptr<const source::Language> ofStub() const override;
  source::LineSpan withDirectives(const source::Lines &stubLines,
                                  source::LineSpan statements) const override;
  bool sharesLine(const std::string &stubLine) const override;

  std::string fileSuffix() const override;
  bool isSource(const std::string &fileName) const override;

  std::string spell(const HostValue &value) const override;

private:
  Form form;
  bool preprocessed;
};

} // namespace fortran
} // namespace loopyc

#endif
