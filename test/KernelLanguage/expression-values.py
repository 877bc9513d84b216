# Expressions and domains as values: what a transformation of one's own looks into.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check --verify -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    ["{ [i]: 0<=i<n }", "{ [k]: 0<=k<m }"],
    """
    y[i] = 2*x[i + 1] - sum(k, a[i,k]*x[i]) + if(x[i] > 0.5, x[i]**2, sqrt(-x[i] + 9)) {id=a}
    z[i] = (u[i] << 3) ^ ~u[i] {id=b}
    """, [lp.GlobalArg("x", np.float64), lp.GlobalArg("a", np.float64),
          lp.GlobalArg("u", np.uint32), "..."], name="values")
insn = knl.id_to_insn["a"]
e = insn.expression_value
print(e.kind, [o.kind for o in e.operands], e.dtype, sorted(e.variables))
# CHECK: sum ['difference', 'choice'] np.float64 ['a', 'i', 'x']
print([str(s) for s in e.walk() if s.kind == "subscript"])
# CHECK-NEXT: ['x[i + 1]', 'a[i, k]', 'x[i]', 'x[i]', 'x[i]', 'x[i]']
print([(s.name, s.inames) for s in e.walk() if s.kind == "reduction"],
      [s.value for s in e.walk() if s.kind == "number"])
# CHECK-NEXT: [('sum', ('k',))] [2.0, 1, 0.5, 2, 9.0]
print(insn.assignee_value.name, insn.assignee_value.operands[0] == e.operands[0],
      e == insn.expression_value, hash(e) == hash(insn.expression_value))
# CHECK-NEXT: y False True True
print(e.map(lambda node, operands: None) == insn.expression)
# CHECK-NEXT: True
print(insn.assignee_value.substitute({"i": "i + 2"}))
# CHECK-NEXT: y[((i + 2))]
try:
    e.substitute({"k": 3})
except lp.LoopyError as error:
    print(error)
# CHECK-NEXT: Expression.substitute: 'k' is bound by a reduction in


# Each square root is of a number that is not negative, as a mapper has it.
def safe(node, operands):
    if node.kind == "call" and node.name == "sqrt":
        return f"sqrt(fmax({operands[0]}, 0))"


changed = lp.map_instructions(
    knl, "id:a", lambda insn: insn.copy(expression=insn.expression_value.map(safe)))
print(changed.id_to_insn["a"].expression)
# CHECK-NEXT: if(x[i] > 0.5, x[i]**2, sqrt(max(-x[i] + 9.0, 0.0)))
same = lp.map_instructions(
    changed, "id:b", lambda insn: insn.copy(expression=str(insn.expression_value)))

# The domain without its last iteration.
i = knl.domain_values[0]
print(i.dims, i.params, i.is_empty(), i.lexmin(), i.sample_point())
# CHECK: ['i'] ['n'] False [n] -> { [i = 0] : n > 0 } {'i': 0, 'n': 1}
fewer = i.add_constraint("i < n - 1")
print(fewer.is_subset(i), i.is_subset(fewer), i.subtract(fewer),
      fewer.union(i).is_equal(i), i.project_out("i"))
# CHECK-NEXT: True False [n] -> { [i = {{.*}}] : n > 0 } True [n] -> { {{.*}} : n > 0 }
print(lp.Set("{ [j] : 0 <= j < 4 }").intersect(lp.Set("{ [j] : j mod 2 = 1 }")).fix("j", 3))
# CHECK-NEXT: { [j = 3] }
try:
    i.project_out("q")
except lp.LoopyError as error:
    print(error)
# CHECK-NEXT: Set: [n] -> { [i] : 0 <= i < n } has no 'q'
RESULT = same.copy(domains=[fewer, *same.domain_values[1:]])
# CHECK-DAG: check: values: opencl: ok
# CHECK-DAG: check: values: c: ok
