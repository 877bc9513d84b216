#include "Units.h"

#include "FirstSource.h"
#include "LibraryInterfaces.h"
#include "TreeWalk.h"
#include "loopyc/Support/LetterCase.h"


#include <map>
#include <utility>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
using Fortran::common::Indirection;

namespace {

class Collector {
public:
  explicit Collector(const Session &session) : session(session) {}

  Units run(parser::Program &program) {
    for (parser::ProgramUnit &unit : program.v)
      std::visit([&](auto &part) { visitPart(part, ""); }, unit.u);
    return std::move(result);
  }

private:
  template <typename T>
  void visitPart(Indirection<T> &part, const std::string &module) {
    visitPart(part.value(), module);
  }
  template <typename T> void visitPart(T &, const std::string &) {}

  void visitPart(parser::MainProgram &main, const std::string &) {
    const auto &first =
        std::get<std::optional<parser::Statement<parser::ProgramStmt>>>(main.t);
    const auto &last =
        std::get<parser::Statement<parser::EndProgramStmt>>(main.t);
    Unit unit{Unit::Kind::MainProgram,
              first ? session.spelling(first->statement.v.source) : "",
              "",
              {}};
    // Without a program statement its beginning is not marked.
    unit.first = first ? first->source : last.source;
    locate(unit, last.source);
    addUnit(std::move(unit), main);
  }

  void visitPart(parser::SubroutineSubprogram &subprogram,
                 const std::string &module, int host = -1) {
    const auto &first =
        std::get<parser::Statement<parser::SubroutineStmt>>(subprogram.t);
    Unit unit = named(Unit::Kind::Subroutine,
                      std::get<parser::Name>(first.statement.t), module, host);
    unit.subroutine = &subprogram;
    unit.first = first.source;
    locate(unit, std::get<parser::Statement<parser::EndSubroutineStmt>>(subprogram.t)
               .source);
    addUnit(std::move(unit), subprogram);
  }

  void visitPart(parser::FunctionSubprogram &subprogram,
                 const std::string &module, int host = -1) {
    const auto &first =
        std::get<parser::Statement<parser::FunctionStmt>>(subprogram.t);
    Unit unit = named(Unit::Kind::Function,
                      std::get<parser::Name>(first.statement.t), module, host);
    unit.function = &subprogram;
    unit.first = first.source;
    locate(unit, std::get<parser::Statement<parser::EndFunctionStmt>>(subprogram.t)
               .source);
    addUnit(std::move(unit), subprogram);
  }

  // "module procedure NAME", a subroutine or function as its interface says.
  void visitPart(parser::SeparateModuleSubprogram &subprogram,
                 const std::string &module) {
    const auto &first =
        std::get<parser::Statement<parser::MpSubprogramStmt>>(subprogram.t);
    Unit unit = named(Unit::Kind::Subroutine, first.statement.v, module, -1);
    unit.separate = &subprogram;
    unit.first = first.source;
    locate(unit, std::get<parser::Statement<parser::EndMpSubprogramStmt>>(
               subprogram.t)
               .source);
    addUnit(std::move(unit), subprogram);
  }

  Unit named(Unit::Kind kind, const parser::Name &name,
             const std::string &module, int host) const {
    Unit unit{kind, session.spelling(name.source), module, {}};
    unit.declared = &name;
    unit.host = host;
    return unit;
  }

  void visitPart(parser::Module &module, const std::string &) {
    const parser::Name &declared =
        std::get<parser::Statement<parser::ModuleStmt>>(module.t).statement.v;
    result.modules.insert(declared.ToString());
    visitModule(module, session.spelling(declared.source));
  }

  void visitPart(parser::Submodule &submodule, const std::string &) {
    const auto &first =
        std::get<parser::Statement<parser::SubmoduleStmt>>(submodule.t);
    const parser::Name &ancestor = std::get<parser::Name>(
        std::get<parser::ParentIdentifier>(first.statement.t).t);
    result.ancestors.push_back(&ancestor);
    visitModule(submodule, session.spelling(ancestor.source));
  }

  template <typename T>
  void visitModule(T &module, const std::string &name) {
    addUses(std::get<parser::SpecificationPart>(module.t), -1, name);
    auto &contained =
        std::get<std::optional<parser::ModuleSubprogramPart>>(module.t);
    if (contained)
      for (parser::ModuleSubprogram &subprogram :
           std::get<std::list<parser::ModuleSubprogram>>(contained->t))
        std::visit([&](auto &part) { visitPart(part, name); }, subprogram.u);
  }

  void locate(Unit &unit, parser::CharBlock last) {
    Place begin = session.place(unit.first), end = session.place(last);
    unit.firstLine = begin.physicalLine;
    unit.lastLine = end.physicalLine;
    unit.isElsewhere = !begin.lineInMain;
    unit.range = begin.range;
    if (begin.range.file == end.range.file) {
      unit.range.endLine = end.range.endLine;
      unit.range.endColumn = end.range.endColumn;
    }
  }

  template <typename T> void addUnit(Unit &&unit, T &subprogram) {
    int index = static_cast<int>(result.units.size()), host = unit.host;
    std::string module = unit.module;
    auto &contained =
        std::get<std::optional<parser::InternalSubprogramPart>>(subprogram.t);
    unit.specification = &std::get<parser::SpecificationPart>(subprogram.t);
    unit.body = &std::get<parser::ExecutionPart>(subprogram.t);
    unit.contained = &contained;
    result.units.push_back(std::move(unit));
    // What an internal subprogram lacks, its host lacks.
    addUses(std::get<parser::SpecificationPart>(subprogram.t),
            host < 0 ? index : host, module);
    if (contained)
      for (parser::InternalSubprogram &internal :
           std::get<std::list<parser::InternalSubprogram>>(contained->t))
        std::visit([&](auto &part) { visitInternal(part.value(), index); },
                   internal.u);
  }

  template <typename T> void visitInternal(T &subprogram, int host) {
    if constexpr (std::is_same_v<T, parser::SubroutineSubprogram> ||
                  std::is_same_v<T, parser::FunctionSubprogram>)
      visitPart(subprogram, std::string(result.units[host].module), host);
  }

  void addUses(parser::SpecificationPart &part, int unit,
               const std::string &module) {
    UseList &list = std::get<UseList>(part.t);
    for (auto it = list.begin(); it != list.end(); ++it)
      result.uses.push_back({&list, it, unit, module});
  }

  const Session &session;
  Units result;
};

void clearSpecification(parser::SpecificationPart &part) {
  std::apply(
      [](auto &...lists) {
        auto clear = [](auto &list) {
          if constexpr (std::is_same_v<std::decay_t<decltype(list)>,
                                       parser::ImplicitPart>)
            list.v.clear();
          else
            list.clear();
        };
        (clear(lists), ...);
      },
      part.t);
}

template <typename T> void clearBody(T &subprogram) {
  std::get<parser::ExecutionPart>(subprogram.t).v.clear();
  std::get<std::optional<parser::InternalSubprogramPart>>(subprogram.t).reset();
}

// subroutine NAME; end subroutine
void makeStub(parser::SubroutineSubprogram &subprogram) {
  auto &first =
      std::get<parser::Statement<parser::SubroutineStmt>>(subprogram.t);
  std::get<std::list<parser::DummyArg>>(first.statement.t).clear();
  std::get<std::list<parser::PrefixSpec>>(first.statement.t).clear();
  std::get<std::optional<parser::LanguageBindingSpec>>(first.statement.t)
      .reset();
  clearSpecification(std::get<parser::SpecificationPart>(subprogram.t));
  clearBody(subprogram);
}

// integer function NAME(); end function
void makeStub(parser::FunctionSubprogram &subprogram) {
  auto &first = std::get<parser::Statement<parser::FunctionStmt>>(subprogram.t);
  std::get<std::list<parser::Name>>(first.statement.t).clear();
  std::get<std::optional<parser::Suffix>>(first.statement.t).reset();
  auto &prefixes = std::get<std::list<parser::PrefixSpec>>(first.statement.t);
  prefixes.clear();
  prefixes.push_back(
      parser::PrefixSpec{parser::DeclarationTypeSpec{parser::IntrinsicTypeSpec{
          parser::IntegerTypeSpec{std::optional<parser::KindSelector>{}}}}});
  clearSpecification(std::get<parser::SpecificationPart>(subprogram.t));
  clearBody(subprogram);
}

void makeStub(parser::SeparateModuleSubprogram &subprogram) {
  clearSpecification(std::get<parser::SpecificationPart>(subprogram.t));
  clearBody(subprogram);
}

struct NoteNames {
  CalleeSearch &callees;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) {
    callees.mentioned.insert(name.ToString());
  }
  void Post(const parser::ProcedureDesignator &called) {
    if (const auto *name = std::get_if<parser::Name>(&called.u))
      callees.called.insert(name->ToString());
  }
};

// Procedures that a generic interface stands for.
struct NoteSpecifics {
  CalleeSearch &callees;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const parser::InterfaceBlock &block) {
    const auto &first =
        std::get<parser::Statement<parser::InterfaceStmt>>(block.t).statement;
    const auto *generic =
        std::get_if<std::optional<parser::GenericSpec>>(&first.u);
    if (!generic || !*generic)
      return false;
    const auto *name = std::get_if<parser::Name>(&(*generic)->u);
    if (name && !callees.mentioned.count(name->ToString()))
      return false;
    for (const parser::InterfaceSpecification &specific :
         std::get<std::list<parser::InterfaceSpecification>>(block.t))
      if (const auto *procedures =
              std::get_if<parser::Statement<parser::ProcedureStmt>>(
                  &specific.u))
        for (const parser::Name &procedure :
             std::get<std::list<parser::Name>>(procedures->statement.t))
          callees.mentioned.insert(procedure.ToString());
    return false;
  }
};

template <typename T> std::string nameOf(const T &subprogram) {
  using Statement =
      std::conditional_t<std::is_same_v<T, parser::SubroutineSubprogram>,
                         parser::SubroutineStmt, parser::FunctionStmt>;
  return std::get<parser::Name>(
             std::get<parser::Statement<Statement>>(subprogram.t).statement.t)
      .ToString();
}

// Calls `visit` with each subroutine and function of a list.
template <typename Part, typename Visit>
void forEachSubprogram(std::list<Part> &parts, const Visit &visit) {
  for (Part &part : parts)
    std::visit(
        [&](auto &held) {
          using Held = std::decay_t<decltype(held)>;
          if constexpr (std::is_same_v<
                            Held, Indirection<parser::SubroutineSubprogram>> ||
                        std::is_same_v<Held,
                                       Indirection<parser::FunctionSubprogram>>)
            visit(held.value());
        },
        part.u);
}

// Those of one module.
class ModuleReduction {
public:
  ModuleReduction(parser::Module &module, CalleeSearch *callees)
      : module(module), callees(callees) {}

  std::set<std::string> run() {
    std::set<std::string> dropped;
    auto &contained =
        std::get<std::optional<parser::ModuleSubprogramPart>>(module.t);
    if (!contained)
      return dropped;
    auto &parts = std::get<std::list<parser::ModuleSubprogram>>(contained->t);
    if (callees)
      while (keepMore(parts))
        ;
    forEachSubprogram(parts, [&](auto &subprogram) {
      if (kept.count(nameOf(subprogram)))
        return;
      clearBody(subprogram);
      dropped.insert(nameOf(subprogram));
    });
    return dropped;
  }

private:
  bool keepMore(std::list<parser::ModuleSubprogram> &parts) {
    NoteSpecifics specifics{*callees};
    walkTree(std::get<parser::SpecificationPart>(module.t), specifics);
    bool more = false;
    forEachSubprogram(parts, [&](auto &subprogram) {
      std::string name = nameOf(subprogram);
      if (!callees->mentioned.count(name) || !kept.insert(name).second)
        return;
      more = true;
      NoteNames names{*callees};
      walkTree(subprogram, names);
    });
    return more;
  }

  parser::Module &module;
  CalleeSearch *callees;
  std::set<std::string> kept;
};

template <typename T>
bool isUnit(const parser::ProgramUnit &part, const T *subprogram) {
  auto *held = std::get_if<Indirection<T>>(&part.u);
  return held && &held->value() == subprogram;
}

} // namespace

Units frontend::collectUnits(const Session &session, parser::Program &program) {
  return Collector(session).run(program);
}

static void addLocalName(const parser::Rename &rename,
                         std::set<std::string> &names) {
  if (const auto *pair = std::get_if<parser::Rename::Names>(&rename.u))
    names.insert(std::get<0>(pair->t).ToString());
}

// After ONLY, or of a renaming alone.
static std::optional<std::set<std::string>>
namesAfterOnly(const parser::UseStmt &use) {
  const auto *list = std::get_if<std::list<parser::Only>>(&use.u);
  if (!list)
    return std::nullopt;
  std::set<std::string> names;
  for (const parser::Only &only : *list)
    if (const auto *name = std::get_if<parser::Name>(&only.u))
      names.insert(name->ToString());
    else if (const auto *rename = std::get_if<parser::Rename>(&only.u))
      addLocalName(*rename, names);
    else if (const auto *plain = std::get_if<parser::Name>(
                 &std::get<Indirection<parser::GenericSpec>>(only.u).value().u))
      names.insert(plain->ToString());
  return names;
}

std::string UnresolvedUse::what(const Session &session) const {
  return (isInclude ? "'" : "module '") + name + "', which " +
         (isInclude ? session.includeNotFound(name)
                    : session.moduleNotFound(name));
}

static bool mayOwn(const UnresolvedUse &use, const std::string &name) {
  std::string prefix = libraryPrefix(lowerCase(use.name));
  return use.only ? use.isNamed(name)
                  : prefix.empty() || name.rfind(prefix, 0) == 0;
}

const UnresolvedUse *
frontend::likelyOwner(const std::vector<const UnresolvedUse *> &uses,
                      const std::string &name) {
  const UnresolvedUse *likely = nullptr;
  for (const UnresolvedUse *use : uses)
    if (mayOwn(*use, name)) {
      bool isSure = use->only || !libraryPrefix(lowerCase(use->name)).empty();
      if (isSure)
        return use;
      likely = likely ? likely : use;
    }
  return likely;
}

void frontend::addOmitted(const Session &session, const Units &units,
                          std::vector<UnresolvedUse> &unresolved) {
  for (const OmittedInclude &include : session.omittedIncludes()) {
    UnresolvedUse use{include.name, session.rangeOfLine(include.line), -1, ""};
    use.isInclude = true;
    for (size_t u = 0; u < units.units.size(); ++u) {
      const Unit &unit = units.units[u];
      bool isInside =
          include.line > unit.firstLine && include.line < unit.lastLine;
      if (isInside)
        use.unit = static_cast<int>(u);
      // Before the procedures of a module.
      else if (use.unit < 0 && use.module.empty() &&
               include.line < unit.firstLine)
        use.module = unit.module;
    }
    if (use.unit >= 0) {
      const Unit &unit = units.units[static_cast<size_t>(use.unit)];
      int body = session.place(firstSource(*unit.body)).lineInMain;
      if (body && include.line > body)
        throw UserError("'" + include.name + "', which may hold statements, " +
                            session.includeNotFound(include.name),
                        use.range);
      use.unit = unit.host < 0 ? use.unit : unit.host;
    }
    unresolved.push_back(std::move(use));
  }
}

std::vector<UnresolvedUse> frontend::resolveUses(Session &session,
                                                 Units &units) {
  std::vector<UnresolvedUse> unresolved;
  using Nature = parser::UseStmt::ModuleNature;
  for (UseSite &site : units.uses) {
    const parser::UseStmt &use = site.statement->statement.value();
    std::string name = use.moduleName.ToString();
    bool intrinsicOnly = use.nature == Nature::Intrinsic;
    bool intrinsicAllowed = use.nature != Nature::Non_Intrinsic;
    if (!intrinsicOnly && units.modules.count(name))
      continue;
    if (libraryPrefix(name).empty() &&
        session.provideModule(name, intrinsicOnly, intrinsicAllowed))
      continue;
    unresolved.push_back({session.spelling(use.moduleName.source),
                          session.range(site.statement->source), site.unit,
                          site.module, namesAfterOnly(use)});
    site.list->erase(site.statement);
  }
  for (const parser::Name *ancestor : units.ancestors)
    if (!units.modules.count(ancestor->ToString()))
      session.provideModule(ancestor->ToString(), false, false);
  return unresolved;
}

void frontend::dropUnit(parser::Program &program, const Unit &unit) {
  if (!unit.module.empty()) {
    if (unit.subroutine)
      makeStub(*unit.subroutine);
    else if (unit.function)
      makeStub(*unit.function);
    else
      makeStub(*unit.separate);
    return;
  }
  program.v.remove_if([&](const parser::ProgramUnit &part) {
    if (unit.subroutine)
      return isUnit(part, unit.subroutine);
    if (unit.function)
      return isUnit(part, unit.function);
    return std::holds_alternative<Indirection<parser::MainProgram>>(part.u);
  });
}

void frontend::noteNames(const parser::Program &program,
                         CalleeSearch &callees) {
  NoteNames names{callees};
  walkTree(program, names);
}

std::set<std::string> frontend::reduceToInterfaces(parser::Program &program,
                                                   CalleeSearch *callees) {
  program.v.remove_if([](const parser::ProgramUnit &part) {
    return !std::holds_alternative<Indirection<parser::Module>>(part.u);
  });
  std::set<std::string> dropped;
  for (parser::ProgramUnit &part : program.v)
    dropped.merge(
        ModuleReduction(std::get<Indirection<parser::Module>>(part.u).value(),
                        callees)
            .run());
  return dropped;
}

std::set<std::string> frontend::externalNames(const parser::Program &program) {
  std::set<std::string> result;
  for (const parser::ProgramUnit &part : program.v)
    if (const auto *subroutine =
            std::get_if<Indirection<parser::SubroutineSubprogram>>(&part.u))
      result.insert(nameOf(subroutine->value()));
    else if (const auto *function =
                 std::get_if<Indirection<parser::FunctionSubprogram>>(&part.u))
      result.insert(nameOf(function->value()));
  return result;
}

bool frontend::moveExternal(const std::string &name, parser::Program &from,
                            parser::Program &to, CalleeSearch &callees) {
  bool found = false;
  for (auto it = from.v.begin(); it != from.v.end() && !found; ++it) {
    auto take = [&](const auto &subprogram) {
      if (nameOf(subprogram) != name)
        return;
      NoteNames names{callees};
      walkTree(subprogram, names);
      found = true;
    };
    if (const auto *subroutine =
            std::get_if<Indirection<parser::SubroutineSubprogram>>(&it->u))
      take(subroutine->value());
    else if (const auto *function =
                 std::get_if<Indirection<parser::FunctionSubprogram>>(&it->u))
      take(function->value());
    if (found) {
      to.v.splice(to.v.end(), from.v, it);
      break;
    }
  }
  return found;
}

void frontend::appendBodies(const Units &all, Units &to) {
  std::map<int, int> numbers; // there
  for (size_t u = 0; u < all.units.size(); ++u) {
    Unit unit = all.units[u];
    if (unit.body->v.empty() || (unit.host >= 0 && !numbers.count(unit.host)))
      continue;
    numbers[static_cast<int>(u)] = static_cast<int>(to.units.size());
    if (unit.host >= 0)
      unit.host = numbers[unit.host];
    to.units.push_back(std::move(unit));
  }
}
