#include "loopyc/KernelLanguage/FortranText.h"

#include "FortranExpressions.h"

#include "loopyc/IR/Images.h"
#include "loopyc/Poly/PlainSet.h"
#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::language;
using fortran::commaJoined;
using poly::PlainForm;
using poly::PlainPart;

namespace {

using InstructionList = std::vector<const Instruction *>;

class ProcedureWriter {
public:
  explicit ProcedureWriter(const Kernel &kernel)
      : kernel(kernel), expressions(kernel, names) {
    nameAll();
  }

  std::string text() {
    InstructionList all;
    for (const InstructionPtr &insn : kernel.instructions)
      all.push_back(insn.get());
    std::stable_sort(all.begin(), all.end(), comesBefore);
    std::vector<std::string> dummies;
    for (const VariablePtr &argument : kernel.arguments)
      dummies.push_back(names.at(argument->name));
    out.line("subroutine " + kernel.name + "(" + commaJoined(dummies) + ")");
    out.deepen();
    out.line("implicit none");
    declare();
    block(all, 0);
    out.rise();
    out.line("end subroutine " + kernel.name);
    return out.str();
  }

private:
  // Names of one kernel may differ by the case of letters alone, begin with an
  // underscore, or be those of what the text calls.
  void nameAll() {
    FreshNames fresh(FreshNames::Case::Ignored);
    for (const char *used :
         {"modulo", "mod", "merge", "int", "real", "cmplx", "logical", "not"})
      fresh.take(used);
    for (int fn = 0; fn <= static_cast<int>(Intrinsic::IsNan); ++fn)
      fresh.take(intrinsicName(static_cast<Intrinsic>(fn)));
    fresh.take(kernel.name);
    auto add = [&](const std::string &own) {
      bool isLetter = std::isalpha(static_cast<unsigned char>(own[0]));
      names[own] = fresh.lengthened(isLetter ? own : "v" + own);
    };
    for (const VariablePtr &argument : kernel.arguments)
      add(argument->name);
    for (const VariablePtr &temporary : kernel.temporaries)
      add(temporary->name);
    for (const std::string &iname : kernel.inames())
      add(iname);
  }

  // --- declarations

  void declare() {
    for (const VariablePtr &argument : kernel.arguments)
      out.line(declared(*argument, intentOf(*argument)));
    for (const VariablePtr &temporary : kernel.temporaries) {
      if (temporary->isTable())
        throw UserError("'" + temporary->name +
                            "' is a table, which a procedure that Fortran "
                            "calls cannot have; pass it as an argument",
                        temporary->range);
      out.line(declared(*temporary, ""));
    }
    for (const std::string &iname : kernel.inames())
      out.line("integer(4) :: " + names.at(iname));
  }

  std::string intentOf(const Variable &argument) const {
    bool isWritten = std::any_of(
        kernel.instructions.begin(), kernel.instructions.end(),
        [&](const InstructionPtr &insn) {
          return insn->assigns(argument.name);
        });
    return isWritten ? ", intent(inout)" : ", intent(in)";
  }

  std::string declared(const Variable &variable, const std::string &intent) {
    if (variable.type.isUnsigned())
      throw UserError("'" + variable.name + "' is of type " +
                          variable.type.str() +
                          ", which Fortran has not; pass an integer",
                      variable.range);
    std::vector<std::string> bounds;
    for (const Axis &axis : variable.axes)
      bounds.push_back("0:" + expressions.text(fold(axis.extent - 1)));
    requireFortransOrder(variable);
    return variable.type.fortran() + intent + " :: " + names.at(variable.name) +
           (bounds.empty() ? "" : "(" + commaJoined(bounds) + ")");
  }

  static void requireFortransOrder(const Variable &variable) {
    if (!variable.isArgument() || variable.isScalar())
      return;
    std::vector<Expr> strides = axisStrides(variable);
    Expr expected = Expr::integer(1);
    for (size_t a = 0; a < strides.size(); ++a) {
      if (!strides[a] || fold(strides[a]) != fold(expected))
        throw UserError("array '" + variable.name +
                            "' is not as Fortran's are, with the first axis "
                            "the fastest and nothing in between; make the "
                            "kernel with default_order=\"F\"",
                        variable.range);
      expected = expected * variable.axes[a].extent;
    }
  }

  // --- order

  static bool comesBefore(const Instruction *a, const Instruction *b) {
    for (size_t i = 0; i < a->time.size() && i < b->time.size(); i += 2) {
      int64_t x = *asInteger(a->time[i]), y = *asInteger(b->time[i]);
      if (x != y)
        return x < y;
    }
    return a->time.size() < b->time.size();
  }

  static std::string loopAt(const Instruction &insn, size_t depth) {
    if (2 * depth + 1 >= insn.time.size())
      return "";
    const auto *iname = insn.time[2 * depth + 1].getIf<VarRef>();
    if (!iname)
      throw InternalError("a reference time that is no iname");
    return iname->name;
  }

  // Instructions that are in the same `depth` loops, in order.
  void block(const InstructionList &insns, size_t depth) {
    for (size_t i = 0; i < insns.size();) {
      InstructionList same;
      int64_t position = *asInteger(insns[i]->time[2 * depth]);
      for (; i < insns.size() &&
             *asInteger(insns[i]->time[2 * depth]) == position;
           ++i)
        same.push_back(insns[i]);
      std::string iname = loopAt(*same.front(), depth);
      if (iname.empty())
        for (const Instruction *insn : same)
          statement(*insn);
      else
        loop(iname, same, depth);
    }
  }

  void loop(const std::string &iname, const InstructionList &inside,
            size_t depth) {
    std::vector<std::string> around(inside.front()->inames.begin(),
                                    inside.front()->inames.begin() + depth);
    place(inside.front()->range);
    out.line("do " + names.at(iname) + " = " + header(iname, around));
    out.deepen();
    block(inside, depth + 1);
    out.rise();
    out.line("end do");
  }

  // Where in the kernel's text what follows is from.
  void place(const SourceRange &range) {
    if (range.known() && range.fileName().find('"') == std::string::npos)
      out.raw("# " + std::to_string(range.line) + " \"" + range.fileName() +
              "\"\n");
  }

  // --- domains

  poly::Set domain(const std::vector<std::string> &inames) const {
    poly::Set result = poly::Set::universe();
    for (const poly::Set &each : kernel.domains) {
      poly::Names hidden;
      bool concerns = false;
      for (const std::string &dim : each.dims())
        if (std::find(inames.begin(), inames.end(), dim) == inames.end())
          hidden.push_back(dim);
        else
          concerns = true;
      if (concerns)
        result = result.intersect(each.project(hidden).flat());
    }
    return result;
  }

  // Names, then quotients q0, q1, ... written out; `without` apart.
  std::string form(const PlainForm &form, const poly::Names &of,
                   const std::vector<std::string> &quotients,
                   const std::string &without = "") const {
    std::string text = form.constant ? std::to_string(form.constant) : "";
    if (form.constant > INT32_MAX || form.constant < -INT32_MAX)
      text += "_8";
    for (size_t k = 0; k < form.factors.size(); ++k) {
      int64_t factor = form.factors[k];
      bool isName = k < of.size();
      if (!factor || (isName && of[k] == without))
        continue;
      std::string term =
          isName ? names.at(of[k]) : quotients[k - of.size()];
      if (factor != 1 && factor != -1)
        term = std::to_string(factor < 0 ? -factor : factor) + "*" + term;
      text += text.empty() ? (factor < 0 ? "-" : "") + term
                           : (factor < 0 ? " - " : " + ") + term;
    }
    return text.empty() ? "0" : text;
  }

  static int64_t factorOf(const PlainForm &form, const poly::Names &of,
                          const std::string &iname) {
    for (size_t k = 0; k < of.size() && k < form.factors.size(); ++k)
      if (of[k] == iname)
        return form.factors[k];
    return 0;
  }

  // "first, last" of the loop in those around: of all parts.
  std::string header(const std::string &iname,
                     std::vector<std::string> around) const {
    around.push_back(iname);
    poly::Set set = domain(around);
    poly::PlainSet hull = poly::plainHull(set, set.names());
    std::vector<std::string> firsts, lasts;
    for (const PlainPart &part : hull.parts) {
      std::vector<std::string> lows, highs;
      auto add = [&](const PlainForm &each) {
        int64_t factor = factorOf(each, hull.names, iname);
        PlainForm rest = each;
        for (int64_t &c : rest.factors)
          c = factor > 0 ? -c : c;
        rest.constant = factor > 0 ? -rest.constant : rest.constant;
        std::string text = form(rest, hull.names, {}, iname);
        if (factor > 0) // factor*x >= rest: rounded up
          lows.push_back(factor == 1
                             ? text
                             : "(-" + FortranExpressions::floorDivision(
                                          "(-(" + text + "))",
                                          std::to_string(factor)) +
                                   ")");
        if (factor < 0) // -factor*x <= rest
          highs.push_back(factor == -1
                              ? text
                              : FortranExpressions::floorDivision(
                                    "(" + text + ")", std::to_string(-factor)));
      };
      for (const PlainForm &nonNegative : part.nonNegative)
        add(nonNegative);
      for (PlainForm zero : part.zero) {
        add(zero);
        zero.constant = -zero.constant;
        for (int64_t &factor : zero.factors)
          factor = -factor;
        add(zero);
      }
      if (lows.empty() || highs.empty())
        throw UserError("the loop over '" + iname + "' has no end",
                        kernel.range);
      firsts.push_back(combined("max", lows));
      lasts.push_back(combined("min", highs));
    }
    return combined("min", firsts) + ", " + combined("max", lasts);
  }

  static std::string combined(const char *function,
                              const std::vector<std::string> &values) {
    if (values.empty())
      return function == std::string("min") ? "1" : "0"; // of an empty set
    return values.size() == 1
               ? values.front()
               : function + ("(" + commaJoined(values) + ")");
  }

  // Do the bounds of the loops say all?
  bool isExact(const std::vector<std::string> &inames) const {
    std::vector<std::string> around;
    for (const std::string &iname : inames) {
      around.push_back(iname);
      poly::Set set = domain(around);
      poly::PlainSet plain = poly::plainSet(set, set.names());
      if (plain.parts.size() != 1 || !plain.parts.front().quotients.empty())
        return false;
      const PlainPart &part = plain.parts.front();
      auto isOfNone = [&](const PlainForm &form) {
        return std::none_of(around.begin(), around.end(),
                            [&](const std::string &each) {
                              return factorOf(form, plain.names, each) != 0;
                            });
      };
      if (std::any_of(part.zero.begin(), part.zero.end(), isOfNone) ||
          std::any_of(part.nonNegative.begin(), part.nonNegative.end(),
                      isOfNone))
        return false;
    }
    return true;
  }

  // A condition that the point is in the set.
  std::string contains(const poly::Set &set) const {
    poly::PlainSet plain = poly::plainSet(set, set.names());
    std::string any;
    for (const PlainPart &part : plain.parts) {
      std::vector<std::string> quotients;
      for (const PlainPart::Quotient &quotient : part.quotients)
        quotients.push_back(FortranExpressions::floorDivision(
            "(" + form(quotient.form, plain.names, quotients) + ")",
            std::to_string(quotient.divisor)));
      std::string all;
      auto add = [&](const PlainForm &each, const char *relation) {
        all += (all.empty() ? "" : " .and. ") +
               form(each, plain.names, quotients) + relation;
      };
      for (const PlainForm &zero : part.zero)
        add(zero, " == 0");
      for (const PlainForm &nonNegative : part.nonNegative)
        add(nonNegative, " >= 0");
      any += (any.empty() ? "(" : " .or. (") + (all.empty() ? ".true." : all) +
             ")";
    }
    return any.empty() ? ".false." : any;
  }

  // --- statements

  void statement(const Instruction &insn) {
    match(
        insn.body, [&](const Assignment &a) { assignment(insn, a); },
        [&](const CallBody &) {
          throw UserError("instruction '" + insn.id +
                              "' calls a routine of several results, which a "
                              "procedure that Fortran calls cannot have",
                          insn.range);
        },
        [](const BarrierBody &) {}, [](const NoOp &) {});
  }

  void assignment(const Instruction &insn, const Assignment &a) {
    std::vector<std::string> conditions;
    try {
      if (!insn.inames.empty() && !isExact(insn.inames))
        conditions.push_back(contains(domain(insn.inames)));
      for (const Predicate &predicate : insn.predicates)
        conditions.push_back(expressions.text(predicate));
      place(insn.range);
      for (const std::string &condition : conditions) {
        out.line("if (" + condition + ") then");
        out.deepen();
        place(insn.range);
      }
      const auto *array = a.assignee.getIf<ArrayRef>();
      out.line((array ? expressions.element(*array)
                      : names.at(a.assignee.getIf<VarRef>()->name)) +
               " = " + expressions.text(a.value));
    } catch (UserError &error) {
      throw error.locate(insn.range);
    }
    for (size_t k = 0; k < conditions.size(); ++k) {
      out.rise();
      out.line("end if");
    }
  }

  const Kernel &kernel;
  std::map<std::string, std::string> names;
  FortranExpressions expressions;
  fortran::FortranText out;
};

} // namespace

std::string language::fortranText(const Kernel &kernel) {
  for (const std::string &image : images(kernel))
    throw UserError("'" + image + "' of kernel '" + kernel.name +
                        "', which Fortran calls, is an image; declare it as "
                        "an lp.GlobalArg, and make what the caller passes for "
                        "it an image by lp.change_arg_to_image",
                    kernel.findVariable(image)->range);
  return ProcedureWriter(kernel).text();
}
