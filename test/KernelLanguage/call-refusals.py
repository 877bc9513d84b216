# Calls of kernels that do not fit, and what to write.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np

f = lp.make_function("{ [k]: 0<=k<m }", "b[k] = 2*a[k]",
                     [lp.GlobalArg("a", np.float64), lp.ValueArg("m"), "..."],
                     name="f")
D = "{ [i,j]: 0<=i,j<n }"


def refused(instructions, functions=[f], domains=D, *args, **options):
    try:
        lp.merge([lp.make_kernel(domains, instructions, *args, name="caller",
                                 **options)] + functions)
        print("accepted:", instructions)
    except lp.LoopyError as error:
        print(str(error).splitlines()[0])


refused("[j]: y[j] = g([j]: x[j], n)")
# CHECK: 'g' is no kernel that can be called with views of arrays; make it with lp.make_function(..., name="g") and join both by lp.merge
refused("y[i] = g(x[i])")
# CHECK-NEXT: 'g' is no function that kernels have, and no substitution rule{{.*}}; subscripts of arrays stand in [ ], a kernel that is called is joined by lp.merge, and a function in C is made known by lp.register_callable
refused("[j]: y[j] = f([j]: x[j])")
# CHECK-NEXT: 'f' reads 2 of its arguments (a, m), in this order, and the call has 1 values
refused("[j]: y[j], z = f([j]: x[j], n)")
# CHECK-NEXT: 'f' writes 1 of its arguments (b), in this order, and the call has 2 results
refused("y = f([j]: x[j], n)")
# CHECK-NEXT: argument 'b' of 'f' is an array with 1 axes; pass a view of one, as '[i]: a[i]' or 'a[:]'
refused("[i,j]: y[i,j] = f([j]: x[j], n)")
# CHECK-NEXT: argument 'b' of 'f' is an array with 1 axes, and this view has 2
refused("[j]: y[j] = f([j]: x[j], x[:])")
# CHECK-NEXT: argument 'm' of 'f' is a number, and not an array
refused("[j]: y[j] = f([j]: x[j], 1.5)")
# CHECK-NEXT: argument 'm' of 'f' is an integer
refused("[j]: y[i,j] = f([j]: x[j], n + i)")
# CHECK-NEXT: argument 'a' of 'f' has m elements along axis 0: {{[0-9]+}}, where the view has {{[0-9]+}} (for i = {{[0-9]+}}, n = {{[0-9]+}}); pass a view as large, or say by assumptions= that it is
refused("y[:] = f(x[:5], n)")
# CHECK-NEXT: argument 'a' of 'f' has m elements along axis 0: 6, where the view has 5 (for n = 6); pass a view as large
refused("[j]: y[j] = f([j]: x[j], n)", [f], D,
        [lp.GlobalArg("x", np.float32), "..."])
# CHECK-NEXT: argument 'a' of 'f' is float64, and 'x' is float32
refused("[j]: y[j] = f([j]: x[p[j]], n)\n[j]: p[j] = f([j]: x[p[j]], n)")
# CHECK-NEXT: 'p' is in a subscript, which the call itself changes; copy it to a temporary before the call
refused("for j\n[j]: y[i,j] = f([j]: x[j], n)\nend")
# CHECK-NEXT: a view over 'j' stands in the loop over 'j', which the instruction is in; give the view an iname of its own
refused("[j]: y[j] = 2*f([j]: x[j], n)")
# CHECK-NEXT: a view of an array, '[i]: a[i, j]' or 'a[:, j]', is an argument or a result where a kernel is called by an instruction of its own
refused("y[i] = x[:]")
# CHECK-NEXT: a view of an array, '[i]: a[i, j]' or 'a[:, j]', is an argument or a result
refused("[j]: y[j] = f([j]: x[j], n) {atomic}")
# CHECK-NEXT: a call cannot be atomic; updates in the function can
refused("[i,j]: y[i,j] = g([i,j]: x[i,j])",
        [lp.make_function("{ [k,l]: 0<=k,l<4 }", "b[k,l] = a[k,l]", name="g")],
        "{ [i,j]: 0<=i<=j<4 }")
# CHECK-NEXT: the view '[i,j]: x[i,j]' is no block: each of its inames must take all values from a first to a last, whatever the others are
refused("y[::-1] = f(x[:], n)")
# CHECK-NEXT: the step of a slice is a positive integer; write the view with an iname, '[i]: a[n - 1 - i]'
refused("y[:] = f(x[-5:], n)")
# CHECK-NEXT: places of slices count from the beginning, from 0; a negative one is outside
refused("[j]: y[j] = f([j]: x[j], n)", seq_dependencies=True)
# CHECK-NEXT: kernel 'caller' is made with seq_dependencies=True, and 'f', which it calls, without; make both in the same way
refused("[j]: y[j] = g([j]: x[j], n)",
        [lp.make_function("{ [k]: 0<=k<m }", "[k]: b[k] = h([k]: a[k], m)",
                          [lp.GlobalArg("a"), lp.ValueArg("m"), "..."],
                          name="g"),
         lp.make_function("{ [k]: 0<=k<m }", "[k]: b[k] = g([k]: a[k], m)",
                          [lp.GlobalArg("a"), lp.ValueArg("m"), "..."],
                          name="h")])
# CHECK-NEXT: kernel 'g' would call itself, through 'h', and calls are replaced by what they call; write a loop
refused("[j]: y[j] = g([j]: x[j], n)",
        [lp.make_function("{ [k]: 0<=k<m }", "b[k] = a[k]",
                          [lp.GlobalArg("a"), lp.ValueArg("m"), "..."],
                          name="g", assumptions="m mod 4 = 0")])
# CHECK-NEXT: 'g' assumes m mod 4 = 0, which need not hold here (for n = {{[0-9]+}}); say by assumptions= of 'caller' that it does
# One array by two names: what the function leaves unordered must not matter.
refused("[j]: y[j] = r([j]: y[j], n) ",
        [lp.make_function("{ [k]: 0<=k<m }", "b[k] = a[m-1-k]",
                          [lp.GlobalArg("a"), lp.ValueArg("m"), "..."],
                          name="r")])
# CHECK-NEXT: nothing orders these: 'r_insn' {{.*}} y[
# Rows that overlap.
refused("[j]: y[i+j] = f([j]: x[i,j], n)")
# CHECK-NEXT: nothing orders these: 'f_insn' writes y[f_k + i] for {{.*}}; or make the kernel with seq_dependencies=True
refused("[j]: y[j] = f([j]: x[j], n)", [f, lp.make_function(
    "{ [k]: 0<=k<4 }", "b[k] = 2*a[k]", name="f")])
# CHECK-NEXT: merge: two kernels are named 'f', and a call could mean either; give them names, with name=

try:
    lp.rename_callable(f, "g", "h")
except lp.LoopyError as error:
    print(error)
# CHECK-NEXT: rename_callable: there is no kernel 'g'; did you mean 'f'?

RESULT = f
