# Literals, types of what operations give, shifts: also where types come late.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
import loopy as lp
import numpy as np

D = "{ [i]: 0<=i<n }"
kernels = []


def add(name, text, types={}, data=["..."]):
    late = lp.make_kernel(D, text, data, name=name)
    late = lp.split_iname(late, "i", 8)
    late = lp.add_dtypes(late, types)
    if data == ["..."]:
        early = lp.make_kernel(D, text, [lp.GlobalArg(key, dtype) for key, dtype
                                         in types.items()] + ["..."], name=name)
        for key, arg in early.arg_dict.items():
            if arg.dtype != late.arg_dict[key].dtype:
                print("early", arg, "late", late.arg_dict[key])
    for key, arg in sorted(late.arg_dict.items()):
        if key.startswith("r"):
            print(name, arg)
    kernels.append(late)


add("literals", """
    r0[i] = 0x1F + 0b101 + 0o17 + i
    r1[i] = 1e3
    r2[i] = 1.5f*f[i]
    r3[i] = 1.5d0*f[i]
    r4[i] = np.float32(1.5)*d[i]
    r5[i] = np.float32(1.5) + 2
    r6[i] = 1j*f[i]
    r7[i] = 1.5*k[i]
    r8[i] = 2147483648
    r9[i] = if(f[i] > 0, True, False)
    """, {"f": np.float32, "d": np.float64, "k": np.int16})
# CHECK-NOT: early
# CHECK: literals <argument r0: int32>
# CHECK-NEXT: literals <argument r1: float64>
# CHECK-NEXT: literals <argument r2: float32>
# CHECK-NEXT: literals <argument r3: float64>
# CHECK-NEXT: literals <argument r4: float64>
# CHECK-NEXT: literals <argument r5: float32>
# CHECK-NEXT: literals <argument r6: complex64>
# CHECK-NEXT: literals <argument r7: float64>
# CHECK-NEXT: literals <argument r8: int64>
# CHECK-NEXT: literals <argument r9: int32>

# What is fmin of integers is a real number, whenever they become known.
add("reals", """
    r0[i] = fmin(k[i], l[i])
    r1[i] = fmax(k[i], 3)
    r2[i] = fabs(k[i])
    r3[i] = abs(k[i])
    r4[i] = min(k[i], l[i])
    r5[i] = fmin(f[i], 0)
    r6[i] = sqrt(abs(k[i]))
    r7[i] = f[i] < k[i]
    """, {"f": np.float32, "k": np.int16, "l": np.int8})
# CHECK-NEXT: reals <argument r0: float64>
# CHECK-NEXT: reals <argument r1: float64>
# CHECK-NEXT: reals <argument r2: float64>
# CHECK-NEXT: reals <argument r3: int16>
# CHECK-NEXT: reals <argument r4: int16>
# CHECK-NEXT: reals <argument r5: float32>
# CHECK-NEXT: reals <argument r6: float64>
# CHECK-NEXT: reals <argument r7: int32>

add("shifts", """
    <> by = (l[i] % 8 + 8) % 8
    r0[i] = 3 << by
    r1[i] = k[i] >> by
    r2[i] = -k[i] >> by
    r3[i] = (k[i] % 16) << by
    r4[i] = k[i] >> 2
    r5[i] = 1 << (i % 31)
    """, {"k": np.int32, "l": np.int8})
# CHECK-NEXT: shifts <argument r0: int8>
# CHECK-NEXT: shifts <argument r1: int32>
# CHECK-NEXT: shifts <argument r2: int32>
# CHECK-NEXT: shifts <argument r3: int32>
# CHECK-NEXT: shifts <argument r4: int32>
# CHECK-NEXT: shifts <argument r5: int32>

# CHECK-DAG: check: literals: opencl: ok
# CHECK-DAG: check: literals: c: ok
# CHECK-DAG: check: reals: opencl: ok
# CHECK-DAG: check: reals: c: ok
# CHECK-DAG: check: shifts: opencl: ok
# CHECK-DAG: check: shifts: c: ok
RESULT = kernels

# Layouts of arrays whose types come later; what literals alone make is a literal.
knl = lp.make_kernel(D, """
    y[i] = sqrt(x[i + 3]) {id=first}
    y[i] = y[i] + 1 // 3 + 7 % 4 + -7 // 2 {dep=first}
    """, [lp.GlobalArg("x", shape="n + 40"), "..."], name="strided")
knl = lp.tag_array_axes(knl, "x", ["stride:1"])
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
RESULT.append(lp.add_dtypes(knl, {"x": np.float32}))
knl = lp.make_kernel(D, """
    z[i] = -i {id=first}
    z[i] = z[i] + 1 // 3 {dep=first}
    """, name="nothing")
RESULT.append(lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0"))
# CHECK-DAG: check: strided: opencl: ok
# CHECK-DAG: check: strided: c: ok
# CHECK-DAG: check: nothing: opencl: ok
