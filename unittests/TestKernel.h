// Kernels for unit tests, written as the front end would make them.
//
//   TestKernel k("copy");
//   k.domain("[n] -> { [i] : 0 <= i < n }").array("a", {"n"}).array("b", {"n"});
//   k.insn("s", {"i"}, "b[i] = a[i]", {0, "i", 0});
#ifndef LOOPYC_UNITTESTS_TESTKERNEL_H
#define LOOPYC_UNITTESTS_TESTKERNEL_H

#include "loopyc/IR/ExprParser.h"
#include "loopyc/IR/Kernel.h"

#include <gtest/gtest.h>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {

// Both are in the text, and the first one first.
inline void expectOrder(const std::string &text, const std::string &first,
                        const std::string &second) {
  size_t at = text.find(first);
  ASSERT_NE(at, std::string::npos) << first << " in\n" << text;
  ASSERT_NE(text.find(second), std::string::npos) << second << " in\n" << text;
  EXPECT_LT(at, text.find(second)) << text;
}

class TestKernel {
public:
  using TimePart = std::variant<int, const char *>;

  explicit TestKernel(const std::string &name) { kernel.name = name; }

  TestKernel &domain(const std::string &text) {
    poly::Set set = poly::Set::parse(text);
    kernel.domains.push_back(set);
    for (const std::string &param : set.params())
      if (!kernel.hasIname(param) && !kernel.findVariable(param))
        value(param);
    return *this;
  }

  TestKernel &value(const std::string &name, Type type = Type::integer(4)) {
    Variable var;
    var.name = name;
    var.type = type;
    var.kind = VariableKind::ValueArg;
    var.intent = Intent::In;
    kernel.arguments.push_back(std::make_shared<const Variable>(var));
    return *this;
  }

  TestKernel &array(const std::string &name,
                    const std::vector<std::string> &shape,
                    Type type = Type::real(8)) {
    kernel.arguments.push_back(
        variable(name, shape, type, VariableKind::ArrayArg,
                 AddressSpace::Global));
    return *this;
  }

  TestKernel &temporary(const std::string &name,
                        const std::vector<std::string> &shape = {},
                        AddressSpace space = AddressSpace::Auto,
                        Type type = Type::real(8)) {
    kernel.temporaries.push_back(
        variable(name, shape, type, VariableKind::Temporary, space));
    return *this;
  }

  // "lhs = rhs" within `inames` at reference time `time`.
  TestKernel &insn(const std::string &id,
                   const std::vector<std::string> &inames,
                   const std::string &text,
                   const std::vector<TimePart> &time,
                   const std::vector<std::string> &predicates = {}) {
    Instruction made;
    made.id = id;
    made.inames = inames;
    size_t eq = text.find(" = ");
    NameResolver resolve = resolverOf(kernel);
    Expr assignee = parseExpr(text.substr(0, eq), resolve);
    made.body = assign(
        assignee, parseExpr(text.substr(eq + 3), resolve, assignee.type()));
    for (const TimePart &part : time)
      made.time.push_back(std::holds_alternative<int>(part)
                              ? Expr::integer(std::get<int>(part))
                              : parseExpr(std::get<const char *>(part),
                                          resolve));
    for (const std::string &predicate : predicates)
      made.predicates.push_back(parseExpr(predicate, resolve));
    kernel.instructions.push_back(
        std::make_shared<const Instruction>(std::move(made)));
    return *this;
  }

  // [assignees] = routine(arguments)
  TestKernel &call(const std::string &id,
                   const std::vector<std::string> &inames, Routine routine,
                   const std::vector<std::string> &assignees,
                   const std::vector<std::string> &arguments,
                   const std::vector<TimePart> &time) {
    insn(id, inames, assignees.front() + " = " + assignees.front(), time);
    NameResolver resolve = resolverOf(kernel);
    CallBody body;
    body.routine = routine;
    for (const std::string &assignee : assignees)
      body.assignees.push_back(parseExpr(assignee, resolve));
    for (const std::string &argument : arguments)
      body.arguments.push_back(parseExpr(argument, resolve));
    auto made = std::make_shared<Instruction>(*kernel.instructions.back());
    made->body = std::move(body);
    kernel.instructions.back() = std::move(made);
    return *this;
  }

  // name(parameters) := value
  TestKernel &rule(const std::string &name,
                   const std::vector<std::string> &parameters,
                   const std::string &value) {
    NameResolver known = resolverOf(kernel);
    auto resolve = [&](const std::string &word) {
      for (const std::string &parameter : parameters)
        if (word == parameter)
          return std::optional<ResolvedName>(
              {ResolvedName::Scalar, Type::integer(4), 0, ""});
      return known(word);
    };
    kernel.rules.push_back({name, parameters, parseExpr(value, resolve), {}});
    return *this;
  }

  TestKernel &tag(const std::string &iname, const std::string &text) {
    kernel.inameTags[iname] = InameTag::parse(text);
    return *this;
  }

  TestKernel &assume(const std::string &text) {
    kernel.assumptions =
        kernel.assumptions.intersect(poly::Set::parse(text));
    return *this;
  }

  Kernel kernel;

private:
  VariablePtr variable(const std::string &name,
                       const std::vector<std::string> &shape, Type type,
                       VariableKind kind, AddressSpace space) {
    Variable var;
    var.name = name;
    var.type = type;
    var.kind = kind;
    var.space = space;
    var.intent = Intent::InOut;
    int level = 0;
    for (const std::string &extent : shape) {
      Axis axis;
      axis.extent = parseExpr(extent, resolverOf(kernel));
      axis.tag = NestedAxis{level};
      var.axes.push_back(axis);
      var.declared.extents.push_back(axis.extent);
      var.declared.lowerBounds.push_back(Expr::integer(1));
      var.declared.indices.push_back(Expr::var("i" + std::to_string(level++)));
    }
    return std::make_shared<const Variable>(var);
  }
};

} // namespace loopyc

#endif
