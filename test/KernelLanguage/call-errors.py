# Errors of calls point at the call, those of functions at the function.
# RUN: split-file %s %t
# RUN: not %loopyc %t/call.py 2>&1 | FileCheck %s --check-prefix=CALL
# RUN: not %loopyc %t/open.py 2>&1 | FileCheck %s --check-prefix=OPEN
# RUN: not %loopyc %t/used.py 2>&1 | FileCheck %s --check-prefix=USED

#--- call.py
import loopy as lp
f = lp.make_function("{ [k]: 0<=k<8 }", "b[k] = 2*a[k]", name="f")
k = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<4 }", """
    [j]: y[i,j] = f([j]: x[i,j])
    """)
RESULT = lp.merge([k, f])
# CALL: call.py:4:21: error: argument 'a' of 'f' has 8 elements along axis 0: 8, where the view has 4 (for {{.*}})
# CALL-NEXT: [j]: y[i,j] = f([j]: x[i,j])
# CALL-NEXT: {{^ +}}^

#--- open.py
import loopy as lp
RESULT = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<4 }", "y[i] = sqrtt(x[i])")
# OPEN: open.py:2:65: error: 'sqrtt' is no function that kernels have, and no substitution rule; did you mean 'sqrt'?

#--- used.py
import loopy as lp
k = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<4 }", "[j]: y[i,j] = f(x[i,:])")
print(k)
k = lp.split_iname(k, "i", 16)
# USED: used.py:2:67: error: 'f' is no kernel that can be called with views of arrays
# USED: used.py:4:5: note: asked for here
