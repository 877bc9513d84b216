# Shifts by a literal have the type of what is shifted, though the power of two
# may be none of its values; to the left with late types, too.
# RUN: %loopyc %s --target=c --check -o %t | FileCheck %s
# RUN: FileCheck %s --check-prefix=TYPES < %t.h
# RUN: not %loopyc %s --target=c --set T=float64 2>&1 | FileCheck %s --check-prefix=REAL
import loopy as lp
import numpy as np

small, wide = globals().get("T", "int8"), globals().get("T", "int32")
TEXT = """
    a[i] = x[i] << 7
    b[i] = x[i] >> 7
    c[i] = z[i] << 31
    d[i] = z[i] >> 31
    e[i] = w[i] << 63
    f[i] = w[i] >> 64
    g[i] = (x[i] < 3) << 2
    """


def made(name, *data):
    return lp.make_kernel("{ [i]: 0<=i<n }", TEXT, [*data, "..."], name=name)


types = {"x": small, "z": wide, "w": np.int64}
late = lp.add_dtypes(made("late"), types)
known = made("known", *(lp.GlobalArg(name, t) for name, t in types.items()))
# CHECK: check: late: c: ok
# CHECK: check: known: c: ok
# TYPES: int late_launch_c(int8_t *a, {{.*}}, int32_t *c, {{.*}}, int64_t *e, int64_t *f,
# TYPES: int known_launch_c({{.*}} int8_t *a, int8_t *b,
# TYPES-NEXT: int32_t *c, int32_t *d, int64_t *e, int64_t *f, int32_t *g, int32_t n);
# REAL: <late>:2:5: error: add_dtypes: kernel 'late': a shift is for integers, and 'x[i]' is float64
RESULT = [late, known]
