#include "ProgramPrinter.h"

#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

template <typename T, typename Text>
std::string joined(const std::vector<T> &list, const Text &text) {
  std::string result;
  for (const T &one : list)
    result += (result.empty() ? "" : ", ") + text(one);
  return result;
}

std::string text(const Expr &e) { return e ? e.str() : "?"; }

std::string text(const Subscript &subscript) {
  auto written = [](const Expr &e) { return e ? e.str() : ""; };
  switch (subscript.kind) {
  case Subscript::Kind::Element:
    return text(subscript.index);
  case Subscript::Kind::Section:
    return written(subscript.first) + ":" + written(subscript.last) +
           (asInteger(subscript.stride) == 1 ? ""
                                             : ":" + text(subscript.stride));
  case Subscript::Kind::Vector:
    return "[" + (subscript.index ? subscript.index.str() : "...") + "]";
  }
  return "";
}

std::string text(const std::vector<Subscript> &subscripts) {
  return subscripts.empty() ? ""
                            : "(" + joined(subscripts, [](const Subscript &s) {
                                return text(s);
                              }) + ")";
}

std::string text(const ArrayOperand::Argument &argument) {
  return argument.value ? argument.value.str() : "-";
}

std::string text(const ArrayOperand::Constructor::Item &item) {
  if (item.variable.empty())
    return text(item.value);
  return "(" +
         joined(item.items, [](const auto &inner) { return text(inner); }) +
         ", " + item.variable + " = " + text(item.first) + ", " +
         text(item.last) +
         (asInteger(item.step) == 1 ? "" : ", " + text(item.step)) + ")";
}

std::string text(const ArrayView &view) {
  std::string result;
  for (const ArrayView::Part &part : view.path)
    result += (result.empty() ? "" : "%") + part.name + text(part.subscripts);
  bool fromOne = true;
  for (const Expr &lower : view.lowerBounds)
    fromOne &= asInteger(lower) == 1;
  if (!fromOne)
    result += " from (" +
              joined(view.lowerBounds, [](const Expr &e) { return text(e); }) +
              ")";
  return result;
}

std::string text(const Argument &argument) {
  std::string name = argument.dummy.empty() ? "" : argument.dummy + " => ";
  std::string value = match(
      argument.value,
      [](const Argument::Absent &) -> std::string { return "-"; },
      [](const Argument::Unknown &) -> std::string { return "?"; },
      [](const Expr &expr) { return text(expr); },
      [](const ArrayView &view) { return text(view); },
      [](const Argument::ProcedureName &procedure) {
        return "procedure " + procedure.name;
      });
  if (argument.obstacle)
    value += " {" + argument.obstacle->diagnostics().front().message + "}";
  return name + value;
}

std::string text(const ArrayOperand &array) {
  return match(
      array.form,
      [](const ArrayOperand::Section &section) {
        return section.variable + text(section.subscripts);
      },
      [](const ArrayOperand::Table &table) {
        return "{" +
               joined(table.elements, [](const Expr &e) { return text(e); }) +
               "}" + text(table.subscripts);
      },
      [](const ArrayOperand::Constructor &constructor) {
        return "[" +
               joined(constructor.items,
                      [](const auto &item) { return text(item); }) +
               "]";
      },
      [](const ArrayOperand::Intrinsic &intrinsic) {
        return intrinsic.name + "(" +
               joined(intrinsic.arguments,
                      [](const auto &argument) { return text(argument); }) +
               ")";
      },
      [](const ArrayOperand::Result &result) {
        return result.callee.called + "(" +
               joined(result.arguments,
                      [](const Argument &argument) { return text(argument); }) +
               ")";
      });
}

const char *name(Callee::Kind kind) {
  switch (kind) {
  case Callee::Kind::Intrinsic:
    return "intrinsic";
  case Callee::Kind::External:
    return "external";
  case Callee::Kind::Module:
    return "of module ";
  case Callee::Kind::Internal:
    return "internal";
  case Callee::Kind::StatementFunction:
    return "statement function";
  case Callee::Kind::Dummy:
    return "dummy procedure";
  case Callee::Kind::Pointer:
    return "procedure pointer";
  case Callee::Kind::TypeBound:
    return "type-bound";
  }
  return "";
}

const char *name(HostStatement::Kind kind) {
  switch (kind) {
  case HostStatement::Kind::PointerAssignment:
    return "pointer assignment";
  case HostStatement::Kind::Allocation:
    return "allocation";
  case HostStatement::Kind::InputOutput:
    return "input/output";
  case HostStatement::Kind::Jump:
    return "jump";
  case HostStatement::Kind::Stop:
    return "stop";
  case HostStatement::Kind::Loop:
    return "loop";
  case HostStatement::Kind::Selection:
    return "selection";
  case HostStatement::Kind::Scope:
    return "scope";
  case HostStatement::Kind::Other:
    return "other";
  }
  return "";
}

std::string call(const Callee &callee, const std::vector<Argument> &arguments) {
  std::string result =
      callee.called + "(" +
      joined(arguments, [](const Argument &a) { return text(a); }) + ")  [" +
      name(callee.kind) + callee.module;
  if (callee.name != callee.called)
    result += ", " + callee.name;
  if (callee.procedure)
    result += ", procedure " + std::to_string(*callee.procedure);
  return result + "]";
}

const char *name(Procedure::Kind kind) {
  switch (kind) {
  case Procedure::Kind::MainProgram:
    return "program";
  case Procedure::Kind::Subroutine:
    return "subroutine";
  case Procedure::Kind::Function:
    return "function";
  case Procedure::Kind::Region:
    return "region";
  }
  return "";
}

std::string joined(const std::vector<std::string> &names) {
  return joined(names, [](const std::string &name) { return name; });
}

// " concurrent(2) local(t) reduce(sum: s)"
std::string text(const Concurrency &concurrent) {
  std::string result = " concurrent(" + std::to_string(concurrent.loops) + ")";
  if (!concurrent.local.empty())
    result += " local(" + joined(concurrent.local) + ")";
  if (!concurrent.localInit.empty())
    result += " local_init(" + joined(concurrent.localInit) + ")";
  if (!concurrent.shared.empty())
    result += " shared(" + joined(concurrent.shared) + ")";
  for (const auto &[op, name] : concurrent.reduced)
    result += std::string(" reduce(") + reductionName(op) + ": " + name + ")";
  return result;
}

class Printer {
public:
  std::string run(const Program &program) {
    for (size_t p = 0; p < program.procedures.size(); ++p)
      print(p, program.procedures[p]);
    return std::move(out);
  }

private:
  void line(const std::string &text) {
    out.append(2 * depth, ' ');
    if (construct != 0)
      out += std::to_string(construct) + ": ";
    construct = 0;
    out.append(text).append("\n");
  }

  void print(size_t number, const Procedure &procedure) {
    std::string head =
        std::to_string(number) + ": " + name(procedure.kind) + " " +
        procedure.name + "(" +
        joined(procedure.dummies, [](const std::string &s) { return s; }) + ")";
    if (!procedure.result.empty())
      head += " result " + procedure.result;
    if (!procedure.module.empty())
      head += ", of module " + procedure.module;
    if (procedure.isElsewhere)
      head += ", of another file";
    if (procedure.host)
      head += ", in " + std::to_string(*procedure.host);
    line(head);
    ++depth;
    variables("hidden", procedure, [&](const Variable &variable) {
      for (const HiddenVariable &hidden : procedure.hidden)
        if (hidden.variable.name == variable.name)
          return true;
      return false;
    });
    variables("locals", procedure,
              [](const Variable &variable) { return variable.isTemporary(); });
    variables("tables", procedure,
              [](const Variable &variable) { return variable.isTable(); });
    if (!procedure.isRegion())
      shared(procedure);
    for (const UserError &obstacle : procedure.obstacles)
      print(obstacle);
    for (const UserError &obstacle : procedure.ownObstacles)
      print(obstacle);
    targets.clear();
    noteTargets(procedure.body);
    print(procedure.body);
    --depth;
  }

  // Variables of its host.
  void shared(const Procedure &procedure) {
    std::string names;
    for (const auto &[name, outer] : procedure.outer)
      if (outer.owner == OuterVariable::Owner::Host)
        names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
      line("shared: " + names);
  }

  // Constructs that jumps leave.
  void noteTargets(const Block &block) {
    for (const Statement &statement : block) {
      if (const auto *jump = std::get_if<JumpStatement>(&statement.value);
          jump && jump->kind != JumpStatement::Kind::Goto && jump->target != 0)
        targets.insert(jump->target);
      forEachBlock(statement, [&](const Block &inner) { noteTargets(inner); });
    }
  }

  template <typename Chosen>
  void variables(const std::string &what, const Procedure &procedure,
                 const Chosen &isChosen) {
    std::string names;
    for (const Variable &variable : procedure.variables)
      if (isChosen(variable))
        names += (names.empty() ? "" : ", ") + variable.name;
    if (!names.empty())
      line(what + ": " + names);
  }

  void print(const UserError &obstacle) {
    line("! " + obstacle.diagnostics().front().message);
  }

  // Above the statement.
  void print(const Facts &facts) {
    for (const UserError &obstacle : facts.obstacles)
      print(obstacle);
    for (const FunctionReference &reference : facts.references) {
      print(reference.obstacle);
      line(reference.value +
           " := " + call(reference.callee, reference.arguments));
    }
    for (const ArrayOperand &array : facts.arrays)
      line(array.value + " := " + text(array) +
           (array.rank > 0 ? "  [rank " + std::to_string(array.rank) + "]"
                           : ""));
  }

  void print(const Block &block) {
    for (const Statement &statement : block) {
      print(statement.facts);
      construct = targets.count(statement.construct) ? statement.construct : 0;
      match(statement.value, [&](const auto &part) { print(part); });
    }
  }

  void printInside(const Block &block) {
    ++depth;
    print(block);
    --depth;
  }

  void print(const AssignmentStatement &assignment) {
    line(text(assignment.assignee) + " = " + text(assignment.value));
  }

  void print(const DoStatement &loop) {
    line("do " + loop.variable + " = " + text(loop.first) + ", " +
         text(loop.last) +
         (loop.step == 1   ? ""
          : loop.step == 0 ? ", " + text(loop.variableStep)
                           : ", " + std::to_string(loop.step)) +
         (loop.concurrent ? text(*loop.concurrent) : ""));
    printInside(loop.body);
  }

  void print(const LoopStatement &loop) {
    line("do");
    printInside(loop.body);
  }

  void print(const SelectStatement &select) {
    line("select " + text(select.selector));
    for (const SelectStatement::Case &choice : select.cases) {
      line(choice.isDefault
               ? "default"
               : "case " + joined(choice.ranges, [](const auto &range) {
                   return range.first && range.first == range.last
                              ? text(range.first)
                              : (range.first ? text(range.first) : "") + ":" +
                                    (range.last ? text(range.last) : "");
                 }));
      printInside(choice.body);
    }
  }

  void print(const BlockStatement &block) {
    line("block");
    printInside(block.body);
  }

  void print(const GuardedStatement &guarded) {
    line("<" + text(guarded.flag) + ">");
    printInside(guarded.body);
  }

  void print(const JumpStatement &jump) {
    switch (jump.kind) {
    case JumpStatement::Kind::Exit:
      return line(jump.target == 0 ? "return"
                                   : "exit " + std::to_string(jump.target));
    case JumpStatement::Kind::Cycle:
      return line("cycle " + std::to_string(jump.target));
    case JumpStatement::Kind::Goto:
      return line("goto " + std::to_string(jump.target));
    }
  }

  void print(const LabelStatement &label) {
    line(std::to_string(label.label) + " continue");
  }

  void print(const IfStatement &conditional) {
    print(conditional.branches, "if ", "else if ", "else");
  }

  void print(const WhereStatement &masked) {
    print(masked.branches, "where ", "elsewhere ", "elsewhere");
  }

  void print(const std::vector<Branch> &branches, const char *first,
             const char *other, const char *last) {
    for (const Branch &branch : branches) {
      print(branch.facts);
      line(branch.isElse ? last
                         : (&branch == &branches.front() ? first : other) +
                               text(branch.condition));
      printInside(branch.body);
    }
  }

  void print(const ForallStatement &indexed) {
    print(indexed.body.facts);
    std::string indices =
        joined(indexed.indices, [](const ForallStatement::Index &index) {
          return index.variable + " = " + text(index.first) + ", " +
                 text(index.last) +
                 (asInteger(index.step) == 1 ? "" : ", " + text(index.step));
        });
    line("forall " + indices +
         (indexed.body.isElse ? "" : ", mask " + text(indexed.body.condition)));
    printInside(indexed.body.body);
  }

  void print(const CallStatement &statement) {
    line("call " + call(statement.callee, statement.arguments));
  }

  void print(const HostStatement &statement) {
    line("host: " + statement.what + "  [" + name(statement.kind) + "]");
    for (const Block &block : statement.blocks) {
      if (statement.blocks.size() > 1)
        line("block");
      printInside(block);
    }
  }

  void print(const RegionStatement &region) {
    line("region " + std::to_string(region.procedure));
  }

  std::string out;
  size_t depth = 0;
  std::set<int> targets; // of jumps
  int construct = 0;     // of the line that is next, if it is one
};

} // namespace

std::string frontend::programStr(const Program &program) {
  return Printer().run(program);
}
