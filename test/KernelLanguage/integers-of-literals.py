# What is computed of whole literals is what Python computes, of any size: it
# has the type that holds its value.
# RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
# RUN: not %loopyc %s --set too_large=1 2>&1 | FileCheck %s --check-prefix=LARGE
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i]: 0<=i<n }", """
    a[i] = i + 2**31
    b[i] = p[i] & (2**32 - 1)
    c[i] = q[i] + 2*9223372036854775807
    d[i] = (7 // -2)*10 + 7 % -2 + (-1)**3 + 0**0
    e[i] = p[i] + 2**62*2**1
    f[i] = 255*2**24 if i > 1 else 2**-1.0
    """.replace("2**62*2**1", "2**62*2**2" if "too_large" in globals() else "2**62"),
    name="literals")
RESULT = lp.add_dtypes(knl, {"p": np.int64, "q": np.uint64})
print(RESULT)
# CHECK-DAG: a: type: int64
# CHECK-DAG: c: type: uint64
# CHECK-DAG: d: type: int32
# CHECK-DAG: f: type: float64
# CHECK: a[i] = int64(i) + 2147483648
# CHECK: b[i] = iand(p[i], 4294967295)
# CHECK: c[i] = q[i] + 18446744073709551614
# CHECK: d[i] = -41
# CHECK: e[i] = p[i] + 4611686018427387904
# CHECK: f[i] = if(i > 1, 4278190080.0d0, 0.5d0)
# CHECK: check: literals: c: ok
# LARGE: 6:19: error: '4611686018427387904*4' is no integer of 64 bits; write '4611686018427387904.0' for a real number
