#include "KernelText/ReferenceProgram.h"

#include "KernelText/ReferenceExpr.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Poly/PlainSet.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <map>

using namespace loopyc;
using namespace loopyc::check;
using poly::PlainForm;
using poly::PlainPart;

namespace {

class ProgramWriter {
public:
  ProgramWriter(const Kernel &kernel, const std::string &name)
      : kernel(kernel), domains(kernel), name(name),
        expr(kernel, [this](const std::vector<std::string> &inames,
                            const ReferenceExpr::Body &body) {
          return reductionLoops(inames, body);
        }) {}

  std::string text() {
    std::vector<const Instruction *> all;
    for (const InstructionPtr &insn : kernel.instructions)
      all.push_back(insn.get());
    std::stable_sort(all.begin(), all.end(),
                     [](const Instruction *a, const Instruction *b) {
                       return comesBefore(*a, *b);
                     });
    body = "";
    indent = 1;
    declareArguments();
    declareTemporaries();
    block(all, 0);
    for (const VariablePtr &temp : kernel.temporaries)
      if (!temp->isScalar() && !temp->isTable())
        line("free(" + referenceName(temp->name) + ");");
    return preambles() + referencePrelude + "\nvoid " + name +
           "(void **arguments) {\n" + body + "}\n";
  }

private:
  // Of functions in C, before headers that redefine those of <math.h>.
  std::string preambles() const {
    std::map<std::string, std::string> texts;
    for (const ExternalCall &call : externalCalls(kernel)) {
      const auto *own = call.signature->preamblesFor("c");
      if (!own)
        throw UserError("--check: function '" + call.function->name +
                            "' has no preamble for target 'c', in which the "
                            "kernel is written to compare with; give it one",
                        kernel.range);
      for (const Preamble &preamble : *own)
        texts.emplace(preamble.key, preamble.text + "\n");
    }
    std::string all = "#include <math.h>\n#include <stdint.h>\n"
                      "#include <stdlib.h>\n\n#define " +
                      std::string(functionMacro) + " static inline\n\n";
    for (const auto &[key, text] : texts)
      all += text;
    return texts.empty() ? "" : all + "\n";
  }

  void line(const std::string &text) {
    body += std::string(2 * indent, ' ') + text + "\n";
  }

  // --- data

  void declareArguments() {
    for (size_t a = 0; a < kernel.arguments.size(); ++a) {
      const Variable &var = *kernel.arguments[a];
      std::string type = referenceType(var.type), own = referenceName(var.name),
                  given = "arguments[" + std::to_string(a) + "]";
      if (var.isScalar() && !var.isValue()) {
        line(type + " *const p_" + var.name + " = " + given + ";");
        line("#define " + own + " (*p_" + var.name + ")");
      } else if (var.isScalar()) {
        line("const " + type + " " + own + " = *(" + type + " *)" + given +
             ";");
        line("(void)" + own + ";");
      } else {
        line(type + " *const " + own + " = " + given + ";");
        line("(void)" + own + ";");
      }
    }
  }

  // Elements lie with the first axis the fastest, those of the values with the
  // last.
  void declareTable(const Variable &table) {
    std::vector<int64_t> extents, at;
    int64_t size = 1;
    for (const Axis &axis : table.axes) {
      extents.push_back(*asInteger(axis.extent));
      size *= extents.back();
    }
    at.resize(extents.size());
    std::vector<std::string> cells(size);
    for (const Expr &value : table.map->values) {
      int64_t place = 0;
      for (size_t a = at.size(); a-- > 0;)
        place = place * extents[a] + at[a];
      cells[place] = expr.text(value);
      for (size_t a = at.size(); a-- > 0;) {
        if (++at[a] < extents[a])
          break;
        at[a] = 0;
      }
    }
    line("static const " + referenceType(table.type) + " " +
         referenceName(table.name) + "[] = {");
    for (const std::string &cell : cells)
      line("  " + cell + ",");
    line("};");
  }

  // With values that no result should have.
  void declareTemporaries() {
    for (const VariablePtr &temp : kernel.temporaries) {
      std::string type = referenceType(temp->type),
                  own = referenceName(temp->name);
      if (temp->isTable()) {
        declareTable(*temp);
        continue;
      }
      if (temp->isScalar()) {
        line(type + " " + own + ";");
        line("memset(&" + own + ", 0x7f, sizeof " + own + ");");
        continue;
      }
      std::string count = "1";
      for (const Axis &axis : temp->axes) {
        std::string extent = expr.text(axis.extent);
        // of a size below 0 there is nothing
        count += "*(" + extent + " > 0 ? (size_t)" + extent + " : 0)";
      }
      line(type + " *const " + own + " = malloc(" + count + "*sizeof *" + own +
           " + 1);");
      line("memset(" + own + ", 0x7f, " + count + "*sizeof *" + own + ");");
    }
  }

  // --- order

  static bool comesBefore(const Instruction &a, const Instruction &b) {
    for (size_t i = 0; i < a.time.size() && i < b.time.size(); i += 2) {
      int64_t x = *asInteger(a.time[i]), y = *asInteger(b.time[i]);
      if (x != y)
        return x < y;
    }
    return a.time.size() < b.time.size();
  }

  static std::string loopAt(const Instruction &insn, size_t depth) {
    if (2 * depth + 1 >= insn.time.size())
      return "";
    const auto *iname = insn.time[2 * depth + 1].getIf<VarRef>();
    if (!iname)
      throw InternalError("a reference time of the kernel language that is no "
                          "iname");
    return iname->name;
  }

  // Instructions that are in the same `depth` loops, in order.
  void block(const std::vector<const Instruction *> &insns, size_t depth) {
    for (size_t i = 0; i < insns.size();) {
      std::vector<const Instruction *> same;
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

  void loop(const std::string &iname,
            const std::vector<const Instruction *> &inside, size_t depth) {
    std::vector<std::string> around(inside.front()->inames.begin(),
                                    inside.front()->inames.begin() + depth);
    line(header(iname, around));
    ++indent;
    block(inside, depth + 1);
    --indent;
    line("}");
  }

  // --- domains

  // Of the inames; others, also those that only bound them, projected away.
  poly::Set domain(const std::vector<std::string> &inames) const {
    return domains.instances(inames).flat();
  }

  static std::string number(int64_t value) {
    return "INT64_C(" + std::to_string(value) + ")";
  }

  // Names, then quotients q0, q1, ... written out; `without` apart.
  static std::string form(const PlainForm &form, const poly::Names &names,
                          const std::vector<std::string> &quotients,
                          const std::string &without = "") {
    std::string text = number(form.constant);
    for (size_t k = 0; k < form.factors.size(); ++k) {
      bool isName = k < names.size();
      if (!form.factors[k] || (isName && names[k] == without))
        continue;
      text += " + " + number(form.factors[k]) + "*" +
              (isName ? "(int64_t)" + referenceName(names[k])
                      : quotients[k - names.size()]);
    }
    return "(" + text + ")";
  }

  static int64_t factorOf(const PlainForm &form, const poly::Names &names,
                          const std::string &iname) {
    for (size_t k = 0; k < names.size() && k < form.factors.size(); ++k)
      if (names[k] == iname)
        return form.factors[k];
    return 0;
  }

  // A condition that the point is in the set.
  static std::string contains(const poly::Set &set) {
    poly::PlainSet plain = poly::plainSet(set, set.names());
    std::string any;
    for (const PlainPart &part : plain.parts) {
      std::vector<std::string> quotients;
      for (const PlainPart::Quotient &quotient : part.quotients)
        quotients.push_back("k_floor_div(" +
                            form(quotient.form, plain.names, quotients) + ", " +
                            number(quotient.divisor) + ")");
      std::string all;
      auto add = [&](const PlainForm &each, const char *relation) {
        all += (all.empty() ? "" : " && ") +
               form(each, plain.names, quotients) + relation;
      };
      for (const PlainForm &zero : part.zero)
        add(zero, " == 0");
      for (const PlainForm &nonNegative : part.nonNegative)
        add(nonNegative, " >= 0");
      any += (any.empty() ? "(" : " || (") + (all.empty() ? "1" : all) + ")";
    }
    return any.empty() ? "0" : any;
  }

  // The loop's first and last value, in the loops around: of all parts.
  std::string header(const std::string &iname,
                     std::vector<std::string> around) const {
    around.push_back(iname);
    poly::Set set = domain(around);
    poly::PlainSet hull = poly::plainHull(set, set.names());
    std::string first, last;
    for (const PlainPart &part : hull.parts) {
      std::string low, high;
      auto add = [&](const PlainForm &each) {
        int64_t factor = factorOf(each, hull.names, iname);
        std::string rest = form(each, hull.names, {}, iname);
        if (factor > 0) // factor*x >= -rest
          combine(low, "k_max",
                  "-k_floor_div(" + rest + ", " + number(factor) + ")");
        if (factor < 0)
          combine(high, "k_min",
                  "k_floor_div(" + rest + ", " + number(-factor) + ")");
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
      if (low.empty() || high.empty())
        throw UserError("--check: the loop over '" + iname + "' of kernel '" +
                            kernel.name + "' has no end",
                        kernel.range);
      combine(first, "k_min", low);
      combine(last, "k_max", high);
    }
    std::string own = referenceName(iname);
    return "for (int64_t " + own + " = " + first + ", end_" + own + " = " +
           last + "; " + own + " <= end_" + own + "; ++" + own + ") {";
  }

  static void combine(std::string &all, const char *function,
                      const std::string &more) {
    all = all.empty() ? more
                      : std::string(function) + "(" + all + ", " + more + ")";
  }

  // --- statements

  void statement(const Instruction &insn) {
    loopsAround = insn.inames;
    std::string condition =
        insn.inames.empty() ? "" : "(" + contains(domain(insn.inames)) + ")";
    for (const Predicate &predicate : insn.predicates)
      condition += (condition.empty() ? "" : " && ") + expr.text(predicate);
    match(
        insn.body,
        [&](const Assignment &a) {
          if (!condition.empty()) {
            line("if (" + condition + ")");
            ++indent;
          }
          line(assigned(a.assignee) + " = " + expr.text(a.value) + ";");
          if (!condition.empty())
            --indent;
        },
        [&](const CallBody &) {
          throw InternalError("a routine in a reference kernel");
        },
        [](const BarrierBody &) {}, [](const NoOp &) {});
  }

  std::string assigned(const Expr &assignee) const {
    if (const auto *array = assignee.getIf<ArrayRef>())
      return expr.element(array->name, array->subscripts);
    return referenceName(assignee.getIf<VarRef>()->name);
  }

  std::string reductionLoops(const std::vector<std::string> &inames,
                             const ReferenceExpr::Body &inner) {
    std::vector<std::string> outside = loopsAround;
    std::string text, ends;
    for (const std::string &iname : inames) {
      text += header(iname, loopsAround) + " ";
      ends += " }";
      loopsAround.push_back(iname);
    }
    text += "if (" + contains(domain(loopsAround)) + ") { " + inner() + " }";
    loopsAround = outside;
    return text + ends;
  }

  const Kernel &kernel;
  const DomainIndex domains;
  std::string name, body;
  int indent = 1;
  ReferenceExpr expr;
  std::vector<std::string> loopsAround; // of what is being written
};

} // namespace

std::string check::referenceProgram(const Kernel &kernel,
                                    const std::string &name) {
  return ProgramWriter(kernel, name).text();
}
