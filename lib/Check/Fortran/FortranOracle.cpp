#include "Fortran/FortranOracle.h"

#include "Case.h"
#include "Components.h"
#include "Fortran/Concurrent.h"
#include "Fortran/ModuleObjects.h"
#include "Fortran/OracleWrapper.h"
#include "Fortran/Unprotected.h"
#include "Fortran/WholeObjects.h"

#include "loopyc/Frontend/PublicVariables.h"
#include "loopyc/Source/Fortran/FixedColumns.h"
#include "loopyc/Source/Fortran/Scanner.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/LetterCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <set>

using namespace loopyc;
using namespace loopyc::check;

namespace {

// The C side: calls of the wrappers on the oracle's copies.
void addCalls(const KernelObjects &objects, const Words &wrappers,
              Oracle::Parts &parts) {
  for (size_t k = 0; k < wrappers.size(); ++k) {
    std::string parameters, arguments;
    for (int object : objects.calls[k].objects) {
      const std::string &presence = objects.objects[object].presence;
      parameters += parameters.empty() ? "void *" : ", void *";
      arguments += (arguments.empty() ? "" : ", ") +
                   (presence.empty() ? "" : sizeName(presence) + " ? ") +
                   "objects[" + std::to_string(object) + "].oracle" +
                   (presence.empty() ? "" : " : 0");
    }
    parts.declarations += "void " + wrappers[k] + "(" +
                          (parameters.empty() ? "void" : parameters) + ");\n";
    parts.calls.push_back("  " + wrappers[k] + "(" + arguments + ");\n");
  }
}

std::string absolute(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  llvm::sys::fs::make_absolute(result);
  return std::string(result);
}

// The compiler would hold `a(1)`, which stands for `a(*)`, to its word.
bool hasBoundsOfOne(const CheckInput &input) {
  for (const ScheduledKernel &scheduled : input.kernels)
    for (const VariablePtr &argument : scheduled.kernel.arguments)
      if (argument->declared.isLastWrittenAsOne)
        return true;
  return false;
}

} // namespace

FortranOracle::FortranOracle(const Workspace &workspace,
                             const CheckInput &input)
    : workspace(workspace), input(input), compiler(fortranCompiler()) {
  for (const ScheduledKernel &scheduled : input.kernels)
    for (const Origin &origin : scheduled.kernel.origins)
      for (const HiddenArgument &hidden : origin.hidden)
        if (fortran::isReached(hidden.value))
          reached.push_back({lowerCase(hidden.value.module),
                             fortran::reachedVariable(hidden.value),
                             scheduled.kernel.range, 0, false});
}

Words FortranOracle::options() const {
  Words words = {"-O1", "-w", "-ffp-contract=off",
                 "-ffixed-line-length-" +
                     std::to_string(fortran::fixedColumns())};
  if (!isFlang(compiler))
    for (const char *option :
         {"-std=legacy", "-ffree-line-length-none",
          "-fallow-argument-mismatch",
          // Procedures that nobody calls are left out of the program.
          "-ffunction-sections", "-fdata-sections"})
      words.push_back(option);
  if (!isFlang(compiler) && !hasBoundsOfOne(input))
    words.push_back("-fcheck=bounds");
  words.insert(words.end(),
               {"-J", workspace.path(""), "-I", workspace.path("")});
  // Includes are relative to the file that names them.
  llvm::StringRef folder = llvm::sys::path::parent_path(input.fileName);
  words.insert(words.end(), {"-I", absolute(folder)});
  for (const std::string &dir : input.fortran.includeDirs)
    words.insert(words.end(), {"-I", absolute(dir)});
  for (const std::string &dir : input.fortran.moduleDirs)
    words.insert(words.end(), {"-I", absolute(dir)});
  for (const source::MacroOption &macro : input.fortran.macros)
    words.push_back(macro.undefine ? "-U" + macro.name
                                   : "-D" + macro.name + "=" + macro.value);
  return words;
}

// Returns the object's path, or "" with the compiler's messages.
std::string FortranOracle::compile(const std::string &source,
                                   const std::string &object,
                                   std::string &messages) const {
  Words command = compiler;
  for (const std::string &word : options())
    command.push_back(word);
  if (llvm::StringRef(source).ends_with(".floopy"))
    command.insert(command.end(), {"-x", "f95"});
  command.insert(command.end(), {"-c", absolute(source), "-o", object});
  CommandResult result = workspace.runInside(command, compileSeconds);
  messages = result.timedOut ? "the compiler takes too long" : result.errors;
  return result.ok() ? object : "";
}

// The conditions of all kernels of the source, which is compiled once for them;
// none where that is not possible.
std::vector<SourceCondition> FortranOracle::wrapKernels(Words &lines,
                                                        const Origin &origin) {
  std::vector<SourceCondition> all;
  std::set<int> wrapped; // by first lines
  for (const ScheduledKernel &scheduled : input.kernels)
    for (const Origin &other : scheduled.kernel.origins) {
      if (other.isRegion || !other.firstLine ||
          *other.source != *origin.source ||
          !wrapped.insert(other.firstLine).second)
        continue;
      auto found = wrapConditions(lines, other.firstLine, other.lastLine,
                                  conditionCount + all.size());
      if (!found.empty() && !declareBranchFunction(lines, other.firstLine))
        return {};
      all.insert(all.end(), found.begin(), found.end());
    }
  return all;
}

// With conditions that count. A pure procedure cannot; "" then, as where there
// are none.
std::string FortranOracle::compileCounting(const Origin &origin,
                                           const std::string &stem,
                                           const std::string &object,
                                           Compiled &result) {
  Words lines = freeLines(origin);
  std::vector<SourceCondition> conditions = wrapKernels(lines, origin);
  if (conditions.empty())
    return "";
  workspace.write(stem + "_counting.f90", source::joinLines(lines));
  std::string messages, made = compile(workspace.path(stem + "_counting.f90"),
                                       object, messages);
  if (!made.empty()) {
    conditionCount += conditions.size();
    result.conditions = conditions;
  }
  return made;
}

// With functions that point to what wrappers need of its modules.
Words FortranOracle::withAccessors(const Words &lines,
                                   const std::string &fileName) const {
  const std::string text = source::joinLines(lines);
  if (llvm::none_of(reached, [&](const fortran::NamedVariable &variable) {
        return llvm::StringRef(text).contains_insensitive(variable.module);
      }))
    return lines;
  frontend::PublicVariables found = frontend::readPublicVariables(
      lines, *source::languageOf(fileName, input.fortran)->ofStub(), fileName,
      input.fortran, reached);
  return fortran::withInsertions(
      lines, fortran::accessorInsertions(found.variables, true));
}

// As if its modules protected nothing; not the same as another then, even if it
// says nothing of this.
Origin FortranOracle::preparedOrigin(const Origin &origin,
                                     bool unprotected) const {
  if (!unprotected && reached.empty())
    return origin;
  const Words given = freeLines(origin);
  Words lines = given;
  if (unprotected)
    unprotect(lines);
  lines = withAccessors(lines, input.fileName);
  if (unprotected)
    lines.push_back("! nothing is protected");
  else if (lines == given)
    return origin;
  Origin result = origin;
  result.language = origin.language->ofStub();
  result.source = std::make_shared<const std::string>(source::joinLines(lines));
  return result;
}

// The file itself, or a copy.
std::string FortranOracle::preparedFile(const std::string &file, size_t number,
                                        bool unprotected) const {
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text || (!unprotected && reached.empty()))
    return file;
  const Words given = freeLines(*source::languageOf(file, input.fortran),
                                (*text)->getBuffer().str(), file);
  Words lines = given;
  if (unprotected)
    unprotect(lines);
  lines = withAccessors(lines, file);
  if (lines == given)
    return file;
  const std::string name = std::string(unprotected ? "unprotected" : "module") +
                           std::to_string(number) + ".f90";
  workspace.write(name, source::joinLines(lines));
  return workspace.path(name);
}

// Files with modules that the source may use, or copies of them.
Words FortranOracle::moduleSources(const source::Language &language,
                                   bool unprotected) {
  std::optional<Words> &known = modules[unprotected];
  if (known)
    return *known;
  Words files;
  for (const std::string &file : input.moduleSources)
    if (language.isSource(file) && !llvm::is_contained(files, file))
      files.push_back(file);
  for (size_t k = 0; k < files.size(); ++k)
    files[k] = preparedFile(files[k], k, unprotected);
  known = files;
  return files;
}

// The source and the module sources that it may use. In which order modules
// want each other the compiler tells: what fails is tried again after the
// others. Null where the source itself does not compile.
const FortranOracle::Compiled *
FortranOracle::tryToCompile(const Origin &origin, bool unprotected,
                            std::string &messages) {
  for (const Compiled &known : compiled)
    if (known.source == origin.source || *known.source == *origin.source)
      return &known;
  std::string stem = "original" + std::to_string(compiled.size());
  const Origin readable = readableOrigin(origin);
  std::string name = stem + readable.language->fileSuffix();
  workspace.write(name, *readable.source);

  Compiled result{origin.source, {}, {}};
  Words pending = moduleSources(*origin.language, unprotected);
  std::string own = workspace.path(name), ofOthers;
  pending.push_back(own);
  for (bool progress = true; progress && !pending.empty();) {
    progress = false;
    Words failed;
    for (const std::string &file : pending) {
      std::string object = workspace.path(
          stem + "_" + std::to_string(result.objects.size()) + ".o");
      std::string made =
          file == own ? compileCounting(origin, stem, object, result) : "";
      if (made.empty() &&
          compile(file, object, file == own ? messages : ofOthers).empty()) {
        failed.push_back(file);
        continue;
      }
      result.objects.push_back(object);
      progress = true;
    }
    pending = failed;
  }
  // Other files may be of no use here.
  if (llvm::is_contained(pending, own))
    return nullptr;
  compiled.push_back(std::move(result));
  return &compiled.back();
}

// Where a compiler complains of this file, as gfortran and flang say it:
// original0.f90:12:7:
static std::vector<int> linesOf(const std::string &messages,
                                const std::string &file) {
  std::vector<int> result;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(messages).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    auto [before, behind] = line.split(file + ":");
    int number = 0;
    if (behind.size() != line.size() && !behind.consumeInteger(10, number) &&
        behind.starts_with(":"))
      result.push_back(number);
  }
  return result;
}

// Does a statement (in free form) name a procedure but where it stands?
static bool isMentioned(const Words &lines, const std::string &procedure) {
  const llvm::Regex name("(^|[^a-z0-9_])" + procedure + "($|[^a-z0-9_])",
                         llvm::Regex::IgnoreCase);
  const llvm::Regex own("subroutine[ ]+" + procedure,
                        llvm::Regex::IgnoreCase);
  return llvm::any_of(
      fortran::scanStatements(lines, fortran::Form::Free),
      [&](const fortran::Statement &statement) {
        return name.match(statement.code) && !own.match(statement.code);
      });
}

// The source without the statements of other kernels that the compiler does not
// understand; null where something may call these, or where that is not it.
std::shared_ptr<const std::string>
FortranOracle::withoutOthers(const Origin &origin,
                             const std::vector<int> &errors) const {
  Words lines = source::splitLines(*origin.source);
  const Words all = freeLines(origin);
  for (int error : errors) {
    const Origin *other = nullptr;
    for (const ScheduledKernel &scheduled : input.kernels)
      for (const Origin &known : scheduled.kernel.origins)
        if (!known.isRegion && *known.source == *origin.source &&
            known.firstLine <= error && error <= known.lastLine)
          other = &known;
    if (!other || other->firstLine == origin.firstLine ||
        isMentioned(all, other->subroutine))
      return nullptr;
    for (int line = other->firstLine; line <= other->lastLine; ++line)
      lines[line - 1].clear();
  }
  return errors.empty() ? nullptr
                        : std::make_shared<const std::string>(
                              source::joinLines(lines));
}

const FortranOracle::Compiled &
FortranOracle::compileSources(const Origin &given, bool unprotected) {
  const Origin origin = preparedOrigin(given, unprotected);
  std::string messages, stem = "original" + std::to_string(compiled.size());
  if (const Compiled *source = tryToCompile(origin, unprotected, messages))
    return *source;
  std::vector<int> errors =
      linesOf(messages, stem + readableOrigin(origin).language->fileSuffix());
  Origin alone = origin;
  alone.source = withoutOthers(origin, errors);
  std::string ofRest;
  if (alone.source)
    if (const Compiled *source = tryToCompile(alone, unprotected, ofRest))
      return *source;
  std::string place =
      errors.empty()
          ? ""
          : input.fileName + ":" + std::to_string(errors.front()) + ": ";
  throw UserError("the original Fortran does not compile: " + place +
                  firstError(messages) +
                  (errors.empty() ? "" : "; FC names another compiler"));
}

// The source, preprocessed and in free form, line by line.
Words FortranOracle::freeLines(const Origin &origin) const {
  return freeLines(*origin.language, *origin.source, input.fileName);
}

Words FortranOracle::freeLines(const source::Language &language,
                               const std::string &text,
                               const std::string &fileName) const {
  Words lines = linesAsWritten(language, text, fileName);
  spellOutLocality(lines);
  return lines;
}

Words FortranOracle::linesAsWritten(const source::Language &language,
                                    const std::string &text,
                                    const std::string &fileName) const {
  Words lines = language.isPreprocessed()
                    ? language.preprocess(text, fileName, input.fortran)
                    : source::splitLines(text);
  Words folders = {llvm::sys::path::parent_path(fileName).str()};
  llvm::append_range(folders, input.fortran.includeDirs);
  return language.stubLines(lines, folders);
}

// The source, in free form if it had to be changed for its compiler.
Origin FortranOracle::readableOrigin(Origin origin) const {
  if (!llvm::StringRef(*origin.source).contains_insensitive("concurrent"))
    return origin;
  Words lines =
      linesAsWritten(*origin.language, *origin.source, input.fileName);
  if (!spellOutLocality(lines))
    return origin;
  origin.language = origin.language->ofStub();
  origin.source = std::make_shared<const std::string>(source::joinLines(lines));
  return origin;
}

static std::string wrapperName(size_t call) {
  return "loopyc_oracle_" + std::to_string(call);
}

std::vector<SourceCondition> FortranOracle::wrapRegion(Words &lines,
                                                       const Origin &origin,
                                                       bool counting) {
  if (!counting)
    return {};
  std::vector<SourceCondition> conditions = wrapConditions(
      lines, origin.firstLine, origin.lastLine, conditionCount);
  conditionCount += conditions.size();
  return conditions;
}

// The wrappers in a file of their own.
std::optional<Oracle::Parts>
FortranOracle::buildBeside(const KernelObjects &objects,
                           const std::string &name, const Attempt &attempt,
                           std::string &messages) {
  Parts result;
  std::string text;
  auto add = [&](const Words &objects) {
    for (const std::string &object : objects)
      if (!llvm::is_contained(result.objects, object))
        result.objects.push_back(object);
  };
  for (size_t k = 0; k < objects.calls.size(); ++k) {
    const Origin &origin = *objects.calls[k].origin;
    std::vector<SourceCondition> conditions;
    Words lines;
    if (origin.isRegion) { // whose statements are in the wrapper
      lines = freeLines(origin);
      conditions = wrapRegion(lines, origin, attempt.counting);
      if (origin.constants && !origin.constants->inlined.empty())
        add(compileSources(origin, attempt.unprotected).objects);
      // Modules have types, and constant arrays of which data choose elements.
      if (attempt.components == ComponentForm::Whole ||
          (origin.constants && !origin.constants->uses.empty()))
        if (const Compiled *source =
                tryToCompile(preparedOrigin(origin, attempt.unprotected),
                             attempt.unprotected, messages))
          add(source->objects);
    } else {
      const Compiled &source = compileSources(origin, attempt.unprotected);
      add(source.objects);
      for (const SourceCondition &condition : source.conditions)
        if (condition.line >= origin.firstLine &&
            condition.line <= origin.lastLine)
          conditions.push_back(condition);
    }
    text += wrapperText(objects.calls[k], objects, wrapperName(k), lines,
                        conditions.empty() ? "" : branchDeclaration,
                        {WrapperPlace::Beside, attempt.components});
    result.conditions.insert(result.conditions.end(), conditions.begin(),
                             conditions.end());
  }
  // What counts in a source may be of another kernel.
  std::string source = name + "_wrapper.f90";
  workspace.write(source, text + branchProcedures());
  std::string object = compile(workspace.path(source),
                               workspace.path(name + "_wrapper.o"), messages);
  if (object.empty())
    return std::nullopt;
  result.objects.push_back(object);
  return result;
}

// The line that ends the module around the line before `from`; 0 where none
// says so.
static int endOfModule(const Words &lines, int from) {
  for (const fortran::Statement &statement :
       fortran::scanStatements(lines, fortran::Form::Free, from)) {
    llvm::StringRef code = llvm::StringRef(statement.code).trim();
    if (code.consume_front("end") && code.ltrim().starts_with("module"))
      return static_cast<int>(statement.position(0).line) + 1;
  }
  return 0;
}

// A variable whose components would be arguments, while statements meant the
// module's: "" if there is none.
static std::string wholeVariable(const Origin &origin, Words lines) {
  nameComponents(lines, origin.firstLine, origin.lastLine, origin.hidden,
                 origin.locals);
  return mentionedWhole(lines, origin.firstLine, origin.lastLine,
                        origin.hidden);
}

// The wrapper in its module: right behind the subroutine, or behind all others
// for a region. Procedures, types and variables need not be public there. Only
// for one of them.
std::optional<Oracle::Parts>
FortranOracle::buildInModule(const KernelObjects &objects,
                             const std::string &, const Attempt &attempt,
                             std::string &messages) {
  if (objects.calls.size() != 1 || objects.calls.front().origin->module.empty())
    return std::nullopt;
  const OriginCall &call = objects.calls.front();
  Origin origin = *call.origin;
  Words lines = freeLines(origin);
  if (attempt.unprotected)
    unprotect(lines);
  Words wrapped = lines;
  std::vector<SourceCondition> conditions;
  if (origin.isRegion)
    conditions = wrapRegion(wrapped, origin, attempt.counting);
  if (attempt.counting && conditions.empty())
    return std::nullopt; // as without
  if (origin.isRegion && attempt.components != ComponentForm::Whole)
    if (std::string whole = wholeVariable(origin, lines); !whole.empty()) {
      messages = "Error: the kernel mentions '" + whole +
                 "' as a whole, of which its components are arguments";
      return std::nullopt;
    }
  int last = origin.isRegion ? endOfModule(lines, origin.lastLine) - 1
                             : origin.range.endLine;
  if (last < 1 || last > static_cast<int>(lines.size()))
    return std::nullopt;
  lines = withAccessors(lines, input.fileName);
  lines[last - 1] +=
      "\n" + wrapperText(call, objects, wrapperName(0), wrapped,
                         conditions.empty() ? "" : branchDeclaration,
                         {WrapperPlace::Inside, attempt.components}) +
      lineOf(sourceInMessages, last + 1);
  if (!conditions.empty())
    lines.push_back(lineOf(checkInMessages, 1) + branchProcedures());
  origin.language = origin.language->ofStub();
  origin.source = std::make_shared<const std::string>(source::joinLines(lines));
  const Compiled *source =
      tryToCompile(origin, attempt.unprotected, messages);
  if (!source)
    return std::nullopt;
  return Parts{source->objects, conditions, "", {}};
}

static bool areWhole(const KernelObjects &objects) {
  return llvm::any_of(objects.calls, [](const OriginCall &call) {
    return wholeObjects(*call.origin).has_value();
  });
}

bool FortranOracle::hasForm(const KernelObjects &objects,
                            ComponentForm components) const {
  switch (components) {
  case ComponentForm::OfModules:
    return llvm::any_of(objects.calls, [&](const OriginCall &call) {
      return call.origin->isRegion &&
             !moduleObjects(*call.origin, freeLines(*call.origin)).empty();
    });
  case ComponentForm::Named:
    return true;
  case ComponentForm::Whole:
    return areWhole(objects);
  }
  return false;
}

// Does the wrapper assign variables of modules?
static bool setsModules(const KernelObjects &objects) {
  return llvm::any_of(objects.calls, [](const OriginCall &call) {
    return llvm::any_of(call.origin->hidden, [](const HiddenArgument &hidden) {
      return hidden.value.isOfModule();
    });
  });
}

std::optional<Oracle::Parts> FortranOracle::build(const KernelObjects &objects,
                                                  const std::string &name,
                                                  bool unprotected,
                                                  std::string &messages) {
  std::optional<Parts> result;
  for (ComponentForm components :
       {ComponentForm::OfModules, ComponentForm::Named, ComponentForm::Whole})
    for (auto build :
         {&FortranOracle::buildBeside, &FortranOracle::buildInModule})
      for (bool counting : {true, false})
        if (!result && hasForm(objects, components))
          result = (this->*build)(
              objects, name, {counting, components, unprotected}, messages);
  return result;
}

// The reason of the last attempt is given: there, most is seen.
Oracle::Parts FortranOracle::build(const KernelObjects &objects,
                                   const std::string &name) {
  for (const OriginCall &call : objects.calls)
    if (call.origin->isRegion && call.origin->firstLine <= 0)
      throw UserError("the original Fortran cannot be called: its statements "
                      "do not stand in this file");
  std::string messages;
  std::optional<Parts> result = build(objects, name, false, messages);
  if (!result && setsModules(objects))
    result = build(objects, name, true, messages);
  if (!result)
    throw UserError("the original Fortran cannot be called: " +
                    firstError(messages));
  for (const std::string &object : calledObjects())
    result->objects.push_back(object);
  Words wrappers;
  for (size_t k = 0; k < objects.calls.size(); ++k)
    wrappers.push_back(wrapperName(k));
  addCalls(objects, wrappers, *result);
  return *result;
}
