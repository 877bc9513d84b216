# Errors of texts point into the script that they stand in.
# RUN: split-file %s %t
# RUN: not %loopyc %t/syntax.py 2>&1 | FileCheck %s --check-prefix=SYNTAX
# RUN: not %loopyc %t/domain.py 2>&1 | FileCheck %s --check-prefix=DOMAIN
# RUN: not %loopyc %t/types.py 2>&1 | FileCheck %s --check-prefix=TYPES
# RUN: not %loopyc %t/unknown.py 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not %loopyc %t/made-up.py 2>&1 | FileCheck %s --check-prefix=MADE
# RUN: not %loopyc %t/outside.py 2>&1 | FileCheck %s --check-prefix=OUTSIDE
# RUN: not %loopyc %t/by-zero.py 2>&1 | FileCheck %s --check-prefix=ZERO
# RUN: not %loopyc %t/copy-of.py 2>&1 | FileCheck %s --check-prefix=COPY

#--- syntax.py
import loopy as lp
lp.make_kernel("{ [i]: 0<=i<n }", """
    y[i] = sqrt(x[i]
    z[i] = y[i] {id=z, depp=y}
    """)
# SYNTAX: syntax.py:3:16: error: '(' has no partner
# SYNTAX-NEXT: y[i] = sqrt(x[i]
# SYNTAX-NEXT: {{^ +}}^

#--- domain.py
import loopy as lp
lp.make_kernel("{ [i]: 0<=i<n and and }", "y[i] = 1")
# DOMAIN: domain.py:2:17: error: the set '[n] -> { [i]: 0<=i<n and and }' is not in isl's notation

#--- types.py
import loopy as lp
RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = 2*x[i]")
# TYPES: types.py:2:{{.*}}: error: argument 'x' of kernel 'loopy_kernel' has no type: nothing is assigned to it that it could follow from; give it with lp.add_dtypes(knl, {"x": np.float64})

#--- unknown.py
import loopy as lp
lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = 2*x[i]", [lp.GlobalArg("y")])
# UNKNOWN: unknown.py:2:45: error: 'x' is unknown: kernel_data has no such variable, and no "..." for those that are to be found

#--- by-zero.py
import loopy as lp
RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = 1 + i % 0")
# ZERO: by-zero.py:2:56: error: {{'%'}} divides 'i' by zero

#--- copy-of.py
import loopy as lp
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = i")
knl = knl.copy(instructions=5)
# COPY: copy-of.py:3:7: error: script: TypeError: LoopKernel.copy: 'instructions' is a text, or a list, not 5

#--- made-up.py
import loopy as lp
names = ["u", "v"]
lp.make_kernel("{ [i]: 0<=i<n }", [f"{name}[i] = 2*x[i" for name in names], name="many")
# MADE: <many>:1:11: error: '[' has no partner
# MADE-NEXT: u[i] = 2*x[i

#--- outside.py
import loopy as lp
lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i+1]",
               [lp.GlobalArg("x", shape="n"), "..."])
# OUTSIDE: outside.py:2:36: error: 'x[i + 1]' of instruction 'insn' is outside of its array, whose axis 0 has n elements from 0: the subscript is {{.*}} for i = {{.*}}, n = {{.*}}; mend the domain, the shape or assumptions=
