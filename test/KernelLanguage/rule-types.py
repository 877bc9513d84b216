# A rule is text: a literal for its parameter takes the type of what it meets
# there, and a rule without anything but literals is one. A use that would have
# another type than the rule has by its other uses is an error.
# RUN: %loopyc %s --target=c --emit=header -o - | FileCheck %s
# RUN: %loopyc %s --check --target=c | FileCheck %s --check-prefix=OK
# RUN: not %loopyc --set MIXED=1 %s --target=c 2>&1 | FileCheck %s --check-prefix=MIXED
# RUN: not %loopyc --set MIXED=2 %s --target=c 2>&1 | FileCheck %s --check-prefix=RESULT
# CHECK: int literals_launch_c(const float *a, int32_t n, const uint32_t *p, float *r, float *s,
# CHECK-NEXT: float *v, uint32_t *w);
# CHECK: int late_launch_c(const float *a, int32_t n, float *r);
# OK-DAG: check: literals: c: ok
# OK-DAG: check: late: c: ok
# OK-DAG: check: hidden: c: ok
# MIXED: error: add_dtypes: kernel 'loopy_kernel': a rule has one type here: in this use of 'more', 'x' is uint32, and by other uses float64; write a rule of its own for this use, or cast its argument
# RESULT: error: add_dtypes: kernel 'loopy_kernel': a rule has one type here: in this use of 'scaled', it is float32, and by other uses float64
import loopy as lp
import numpy as np

literals = lp.make_kernel("{ [i]: 0<=i<n }", """
    scaled(x) := x*a[i]
    again(x) := scaled(x) + 1
    half := 0.5
    next(k) := p[i] + k
    r[i] = scaled(2) + half*a[i]
    s[i] = again(-3)
    w[i] = next(7)
    v[i] = if(half > a[i], half, a[i])
    """, name="literals")
literals = lp.add_dtypes(literals, {"a": np.float32, "p": np.uint32})
late = lp.make_kernel("{ [i]: 0<=i<n }", """
    eps := 1e-3
    r[i] = a[i]*eps
    """, name="late")
late = lp.add_dtypes(late, {"a": np.float32})
hidden = lp.make_kernel("{ [i, j, k]: 0<=i,j<n and 0<=k<3 }", """
    apart(k) := x[i, k] - x[j, k]
    inverse := if(i != j, rsqrt(sum(k, apart(k)**2)), 0)
    f[i] = sum(j, q[j]*inverse)
    """, name="hidden", assumptions="n >= 1")
hidden = lp.add_dtypes(hidden, {"x": np.float32, "q": np.float32})
RESULT = [literals, late, hidden]
if globals().get("MIXED") == 1:
    RESULT = lp.add_dtypes(lp.make_kernel("{ [i]: 0<=i<n }", """
        more(x) := x + 1
        r[i] = more(p[i])
        s[i] = more(a[i])
        """), {"p": np.uint32, "a": np.float32})
if globals().get("MIXED") == 2:
    RESULT = lp.add_dtypes(lp.make_kernel("{ [i]: 0<=i<n }", """
        scaled(x) := x*a[i]
        r[i] = scaled(2)
        s[i] = scaled(d[i])
        """), {"d": np.float64, "a": np.float32})
