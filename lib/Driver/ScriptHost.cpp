// What a transform script asks of the translation that it is part of: the same
// stages, with the same options, as before and after it.
#include "loopyc/Driver/Translation.h"

#include "loopyc/Check/Check.h"
#include "loopyc/CodeGen/Target.h"
#include "loopyc/Driver/Launches.h"
#include "loopyc/Driver/UndeclaredValues.h"
#include "loopyc/Frontend/Directives.h"
#include "loopyc/Lower/Lower.h"
#include "loopyc/Script/ScriptRunner.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::driver;

class Translation::ScriptHost final : public script::Host {
public:
  explicit ScriptHost(Translation &translation) : translation(translation) {}

  TranslationUnit parseFortran(const script::SourceText &source) override {
    auto parse = [&](const std::string &text) {
      return translation.parse(text, source.fileName, source.freeForm,
                               source.functions);
    };
    return undeclared.parse(source.text, source.fileName, source.freeForm,
                            parse);
  }

  std::vector<script::Untranslated> untranslated() const override {
    std::vector<script::Untranslated> result;
    for (const auto &refused : translation.untranslated)
      result.push_back({refused.name, refused.isRegion, refused.diagnostic()});
    return result;
  }

  std::optional<Diagnostic>
  whyNoKernel(const std::string &name) const override {
    for (const auto &refused : translation.untranslated)
      if (equalButForCase(refused.name, name)) {
        Diagnostic reason = refused.diagnostic();
        reason.message = "there is no kernel '" + name + "', for " +
                         (refused.isRegion ? "the region" : "the subroutine") +
                         " of this name was not translated: " + reason.message;
        return reason;
      }
    for (const auto &procedure : translation.hostProcedures)
      if (equalButForCase(procedure.name, name))
        return procedure.reason;
    return std::nullopt;
  }

  std::optional<std::string>
  scriptIn(const script::SourceText &source) const override {
    source::Options reading;
    reading.freeForm = source.freeForm;
    frontend::Directives directives =
        frontend::scanDirectives(source.text, source.fileName,
                                 *source::languageOf(source.fileName, reading));
    return directives.hasScript ? std::optional(directives.script)
                                : std::nullopt;
  }

  void transformed(const std::string &transformation, const Kernel &before,
                   const Kernel &after) override {
    session().dumps.afterTransformation(transformation, before, after);
  }

  Kernel preprocessed(const Kernel &kernel) const override {
    return preprocess(kernel);
  }

  ScheduledKernel scheduled(const Kernel &kernel) const override {
    return scheduleLaunches(kernel, session().limits, session().clock)
        .scheduled;
  }

  script::GeneratedCode
  generated(const std::vector<Kernel> &kernels) const override;

  void compare(const Kernel &reference, const Kernel &kernel,
               const std::map<std::string, std::string> &parameters) override;

  // Names that the script was to give values: in the kernels that it leaves.
  const UndeclaredValues &undeclaredValues() const { return undeclared; }

private:
  Session &session() const { return translation.session; }

  Translation &translation;
  UndeclaredValues undeclared;
};

script::GeneratedCode
Translation::ScriptHost::generated(const std::vector<Kernel> &kernels) const {
  const Target &target = *session().options.targets.front();
  CodeGenOptions options = translation.codeGenOptions();
  std::vector<ScheduledKernel> ordered;
  for (const Kernel &kernel : kernels)
    ordered.push_back(scheduled(kernel));
  script::GeneratedCode code;
  for (const GeneratedFile &file : generate(ordered, {&target}, options)) {
    if (file.kind == OutputKind::Device)
      code.device = file.text;
    if (file.kind == OutputKind::Host)
      code.host = file.text;
  }
  for (const ScheduledKernel &kernel : ordered)
    for (const ScheduledKernel *launch : launchesOf(kernel)) {
      DeviceFunction function = deviceFunction(*launch, target, options);
      std::string attributes =
          function.attributes.empty() ? "" : function.attributes + " ";
      code.functions.push_back(
          {attributes + function.signature, function.body});
    }
  return code;
}

void Translation::ScriptHost::compare(
    const Kernel &reference, const Kernel &kernel,
    const std::map<std::string, std::string> &parameters) {
  StageScope stage(session().clock, Stage::Check);
  check::CheckOptions options = session().options.checkOptions;
  for (const auto &[name, value] : parameters)
    options.parameters.push_back({name, value});
  check::compareKernels(scheduled(reference), scheduled(kernel),
                        *session().options.targets.front(), options);
}

std::vector<Kernel> Translation::runTransformScript(const std::string &blocks,
                                                    bool hasBlocks) {
  StageScope stage(session.clock, Stage::Transform);
  const Options &o = session.options;
  script::ScriptOptions options;
  if (hasBlocks)
    options.scripts.push_back({blocks, input.name});
  if (!o.scriptFile.empty()) {
    std::string text = readInput(o.scriptFile);
    session.diagnostics.addSource(o.scriptFile, text);
    options.scripts.push_back({std::move(text), o.scriptFile});
    filesRead.push_back(o.scriptFile);
  }
  options.source = *input.text;
  options.fileName = input.name;
  options.kernels = kernelsOfFile();
  options.variables = o.sets;
  ScriptHost host(*this);
  script::ScriptResult result = script::runScript(options, host);
  host.undeclaredValues().declare(result.kernels);
  rememberAsMade(result.kernels);
  warnOfUntranslated();
  filesRead.insert(filesRead.end(), result.importedFiles.begin(),
                   result.importedFiles.end());
  return std::move(result.kernels);
}
