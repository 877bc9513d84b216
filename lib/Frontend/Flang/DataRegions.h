// Data directives in the tree: which statements they are, where regions end,
// and that nothing jumps out of one or into one.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_DATAREGIONS_H
#define LOOPYC_LIB_FRONTEND_FLANG_DATAREGIONS_H

#include "DataItems.h"
#include "FirstSource.h"
#include "Session.h"
#include "TreeWalk.h"

#include "flang/Parser/parse-tree.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace loopyc {
namespace frontend {

class DataRegions {
  using Label = Fortran::parser::Label;
  using Construct = Fortran::parser::AssociateConstruct;
  using Kind = source::DataDirective::Kind;
  template <typename T>
  static constexpr bool isLoop =
      std::is_same_v<T, Fortran::parser::DoConstruct>;
  // May `exit` leave it?
  template <typename T>
  static constexpr bool isConstruct =
      isLoop<T> || std::is_same_v<T, Fortran::parser::IfConstruct> ||
      std::is_same_v<T, Fortran::parser::CaseConstruct> ||
      std::is_same_v<T, Fortran::parser::SelectRankConstruct> ||
      std::is_same_v<T, Fortran::parser::SelectTypeConstruct> ||
      std::is_same_v<T, Fortran::parser::AssociateConstruct> ||
      std::is_same_v<T, Fortran::parser::BlockConstruct> ||
      std::is_same_v<T, Fortran::parser::CriticalConstruct> ||
      std::is_same_v<T, Fortran::parser::ChangeTeamConstruct>;

public:
  // `found` sees each directive: its number, and the construct.
  DataRegions(const Session &session,
              std::vector<source::DataDirective> &directives,
              std::function<void(size_t, const Construct &)> found)
      : session(session), directives(directives), found(std::move(found)) {
    for (size_t d = 0; d < directives.size(); ++d)
      atLine[directives[d].firstLine] = d;
  }

  std::vector<Diagnostic> errors;

  // --- as Flang's visitor

  template <typename T> bool Pre(const T &node) {
    if constexpr (isConstruct<T>)
      constructs.push_back({nameOf(node), isLoop<T>, open.size()});
    return true;
  }
  template <typename T> void Post(const T &) {
    if constexpr (isConstruct<T>)
      constructs.pop_back();
  }
  bool Pre(const StatementNode &statement) {
    here = statement.source;
    if (statement.label)
      labels[*statement.label] = open;
    return true;
  }
  bool Pre(const UnlabeledNode &statement) {
    here = statement.source;
    return true;
  }

  bool Pre(const Fortran::parser::ExecutionPart &part) {
    labels.clear();
    jumps.clear();
    walkTree(part.v, *this);
    for (const Jump &jump : jumps)
      if (auto label = labels.find(jump.label); label != labels.end())
        checkJump(jump, label->second);
    return false;
  }

  bool Pre(const Fortran::parser::Block &block) {
    const size_t depth = open.size();
    for (const auto &part : block) {
      std::optional<size_t> number = directiveIn(part);
      if (number)
        pass(*number, depth);
      else
        walkTree(part, *this);
    }
    for (; open.size() > depth; open.pop_back())
      refuse(directives[open.back()].range,
             "this region does not end where it begins; write '!$loopy " +
                 endOf(open.back()) + "' in the same block of statements");
    return false;
  }

  void Post(const Fortran::parser::ReturnStmt &) {
    if (!open.empty())
      refuseJump("return", open.back(), session.range(here));
  }
  void Post(const Fortran::parser::ExitStmt &jump) { leave(jump.v, "exit"); }
  void Post(const Fortran::parser::CycleStmt &jump) { leave(jump.v, "cycle"); }
  void Post(const Fortran::parser::GotoStmt &jump) { note(jump.v); }
  void Post(const Fortran::parser::AltReturnSpec &jump) { note(jump.v); }
  void Post(const Fortran::parser::ErrLabel &jump) { note(jump.v); }
  void Post(const Fortran::parser::EndLabel &jump) { note(jump.v); }
  void Post(const Fortran::parser::EorLabel &jump) { note(jump.v); }
  void Post(const Fortran::parser::AssignStmt &jump) {
    note(std::get<Label>(jump.t));
  }
  void Post(const Fortran::parser::ComputedGotoStmt &jump) {
    for (Label label : std::get<std::list<Label>>(jump.t))
      note(label);
  }
  void Post(const Fortran::parser::ArithmeticIfStmt &jump) {
    note(std::get<1>(jump.t));
    note(std::get<2>(jump.t));
    note(std::get<3>(jump.t));
  }

private:
  using Open = std::vector<size_t>; // regions, from the outermost
  struct Around {
    std::string name;
    bool isLoop;
    size_t regions; // that were open where it began
  };
  struct Jump {
    Label label;
    Open from;
    SourceRange range;
  };

  // "outer: do i = 1, n" is called "outer".
  template <typename T> static std::string nameOf(const T &construct) {
    std::string text = firstSource(construct).ToString();
    size_t end =
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_");
    size_t colon = text.find_first_not_of(' ', std::min(end, text.size()));
    bool named = colon != std::string::npos && text[colon] == ':';
    return named ? text.substr(0, end) : "";
  }

  std::optional<size_t>
  directiveIn(const Fortran::parser::ExecutionPartConstruct &part) {
    using Fortran::common::Indirection;
    const auto *executable =
        std::get_if<Fortran::parser::ExecutableConstruct>(&part.u);
    const auto *associate =
        executable ? std::get_if<Indirection<Construct>>(&executable->u)
                   : nullptr;
    if (!associate)
      return std::nullopt;
    const Construct &construct = associate->value();
    auto it = atLine.find(
        session.place(std::get<0>(construct.t).source).physicalLine);
    if (it == atLine.end())
      return std::nullopt;
    found(it->second, construct);
    return it->second;
  }

  void pass(size_t number, size_t depth) {
    source::DataDirective &directive = directives[number];
    switch (directive.kind) {
    case Kind::BeginData:
    case Kind::BeginHostData:
      open.push_back(number);
      break;
    case Kind::EndData:
    case Kind::EndHostData:
      close(number, depth);
      break;
    default:
      break;
    }
  }

  void close(size_t number, size_t depth) {
    source::DataDirective &end = directives[number];
    const std::string name = source::nameOf(end.kind);
    if (open.empty())
      return refuse(end.range,
                    "'!$loopy " + name + "' ends a region that is not open");
    if (open.size() == depth)
      return refuse(end.range,
                    "'!$loopy " + name +
                        "' stands inside a construct that the region is "
                        "around; write it in the block of statements where "
                        "the region begins",
                    open.back());
    if (endOf(open.back()) != name)
      return refuse(end.range,
                    "'!$loopy " + name + "' stands where '!$loopy " +
                        endOf(open.back()) + "' is expected",
                    open.back());
    end.partner = open.back();
    directives[open.back()].partner = number;
    open.pop_back();
  }

  std::string endOf(size_t begin) const {
    return source::nameOf(directives[begin].kind == Kind::BeginData
                              ? Kind::EndData
                              : Kind::EndHostData);
  }

  void note(Label label) {
    jumps.push_back({label, open, session.range(here)});
  }

  void leave(const std::optional<Fortran::parser::Name> &target,
             const char *what) {
    for (size_t c = constructs.size(); c-- > 0;)
      if (target ? constructs[c].name == target->ToString()
                 : constructs[c].isLoop) {
        if (constructs[c].regions < open.size())
          refuseJump(what, open.back(), session.range(here));
        return;
      }
  }
  void checkJump(const Jump &jump, const Open &to) {
    size_t common = 0;
    while (common < std::min(jump.from.size(), to.size()) &&
           jump.from[common] == to[common])
      ++common;
    const std::string what = "jump to label " + std::to_string(jump.label);
    if (jump.from.size() > common)
      refuseJump(what, jump.from[common], jump.range);
    else if (to.size() > common)
      refuse(jump.range,
             "this " + what +
                 " enters a region behind its begin; move the label or the "
                 "jump",
             to[common]);
  }

  void refuseJump(const std::string &what, size_t region,
                  const SourceRange &range) {
    refuse(range,
           "this " + what + " leaves a region without its '!$loopy " +
               endOf(region) + "'; go on behind that" +
               (directives[region].kind == Kind::BeginData
                    ? ", or write '!$loopy enter data' and, on each way, "
                      "'!$loopy exit data'"
                    : ""),
           region);
  }

  void refuse(const SourceRange &range, const std::string &message,
              std::optional<size_t> region = std::nullopt) {
    Diagnostic error;
    error.message = message;
    error.range = range;
    if (region) {
      Diagnostic begin;
      begin.severity = Severity::Note;
      begin.message = "the region begins here";
      begin.range = directives[*region].range;
      error.notes.push_back(begin);
    }
    errors.push_back(std::move(error));
  }

  const Session &session;
  std::vector<source::DataDirective> &directives;
  std::function<void(size_t, const Construct &)> found;
  std::map<int, size_t> atLine; // of the main file
  Open open;
  std::vector<Around> constructs;
  std::map<Label, Open> labels; // where they stand
  std::vector<Jump> jumps;
  Fortran::parser::CharBlock here;
};

} // namespace frontend
} // namespace loopyc

#endif
