# Integers without a sign: NumPy's types, and values modulo 2**bits.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c,cuda --check --verify -Wno-serial | FileCheck %s
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
# RUN: FileCheck %s --check-prefix=H --input-file=%t.h
import loopy as lp
import numpy as np

RESULT = []


def add(name, text, types, domains="{ [i]: 0<=i<n }", data=["..."], spread=True,
        **options):
    knl = lp.add_dtypes(
        lp.make_kernel(domains, text, data, name=name, **options), types)
    if spread:
        knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
    RESULT.append(knl)
    return knl


def types(knl):
    return {a.name: str(a.dtype) for a in knl.args}


# Each operation, of each size.
for bits in (8, 16, 32, 64):
    u = getattr(np, f"uint{bits}")
    add(f"all{bits}", """
        a[i] = x[i] + y[i]
        b[i] = x[i] - y[i]
        c[i] = x[i]*y[i] + 3*x[i]
        d[i] = x[i] // (y[i] | 1)
        e[i] = x[i] % (y[i] | 1)
        f[i] = -x[i]
        g[i] = ~x[i] & y[i] ^ 5
        h[i] = (x[i] << 3) | (y[i] >> 5)
        j[i] = (x[i] << (y[i] & 7)) + (x[i] >> (y[i] & 15))
        k[i] = x[i]**2 + x[i]**3
        l[i] = min(x[i], y[i]) + max(x[i] - 1, y[i])
        m[i] = if(x[i] - y[i] < y[i], 1, 2) + (x[i] >= y[i])
        o[i] = x[i] / (y[i] | 1)
        p[i] = abs(x[i]) + (-x[i] > y[i])
        """, {"x": u, "y": u})
# CL-LABEL: void all8(
# CL: (uchar) (x[{{.*}}] + y[{{.*}}])
# CL-LABEL: void all32(
# CL: x[{{.*}}] + y[{{.*}}]
# H: uint8_t *{{.*}}
# H: uint64_t *{{.*}}

# NumPy's rules where types meet.
knl = add("mixed", """
    a[i] = u1[i] + u2[i]
    b[i] = u4[i] + i4[i]
    c[i] = u8[i] + i4[i]
    d[i] = u1[i] + i1[i]
    e[i] = u2[i]*f4[i]
    f[i] = u4[i]*f4[i]
    g[i] = u1[i] + 300
    h[i] = u4[i] - 1
    j[i] = u4[i] << i4[i] % 8
    k[i] = 18446744073709551615 - u8[i]
    l[i] = np.uint32(i4[i]) + np.uint32(7)
    m[i] = cast(np.int32, u4[i]) + cast(np.int64, u4[i])
    """, {"u1": np.uint8, "u2": np.uint16, "u4": np.uint32, "u8": np.uint64,
          "i1": np.int8, "i4": np.int32, "f4": np.float32})
print(types(knl))
# CHECK: 'a': 'np.uint16', 'b': 'np.int64', 'c': 'np.float64', 'd': 'np.int16', 'e': 'np.float32', 'f': 'np.float64',
# CHECK-SAME: 'g': 'np.int32', 'h': 'np.uint32',
# CHECK-SAME: 'j': 'np.uint32', 'k': 'np.uint64', 'l': 'np.uint32', 'm': 'np.int64'

# A hash, reductions, and subscripts.
add("fnv", """
    for i
      <uint32> h = 2166136261
      for k
        h = (h ^ x[i,k])*16777619
      end
      y[i] = h
    end
    """, {"x": np.uint8}, "{ [i,k]: 0<=i<n and 0<=k<m }",
    seq_dependencies=True)
add("sums", """
    a[i] = sum(k, x[i,k])
    b[i] = product(k, x[i,k] | 1)
    c[i] = min(k, x[i,k])
    d[i] = max(k, x[i,k])
    """, {"x": np.uint16}, "{ [i,k]: 0<=i<n and 0<=k<m }")
add("gather", "y[i] = x[p[i]] + p[i]", {"x": np.float32, "p": np.uint32},
    data=[lp.GlobalArg("x", shape="m"), "..."])
add("counted", "count[b[i]] = count[b[i]] + 1 {atomic}", {"b": np.uint8},
    data=[lp.GlobalArg("count", np.uint32, shape=256), "..."])
knl = lp.make_kernel("{ [i]: 0<=i<n }", "total = sum(i, x[i])", name="all_of_them")
knl = lp.add_dtypes(knl, {"x": np.uint32})
RESULT.append(lp.split_iname(knl, "i", 64, inner_tag="l.0"))
mix = lp.ScalarCallable("mix", {0: np.uint32, -1: np.uint32}, preamble="""
LOOPYC_FUNCTION unsigned mix(unsigned x)
{
  return (x ^ x >> 16)*0x45d9f3bu;
}
""")
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = mix(x[i] + 7)", name="mixed_c")
knl = lp.register_callable(knl, "mix", mix)
RESULT.append(lp.add_dtypes(knl, {"x": np.uint32}))
knl = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = (x[i] << 3) - x[i] {id=a}",
                     [lp.GlobalArg("x", np.uint32), "..."], name="anew")
RESULT.append(lp.map_instructions(knl, "id:a", lambda insn: insn.copy(
    expression=f"({insn.expression}) // 3")))

def refused(text, data=["..."]):
    try:
        lp.make_kernel("{ [i]: 0<=i<n }", text, data)
    except lp.LoopyError as error:
        print("refused:", error)


refused("y[i] = x[i]", [lp.ValueArg("n", np.uint32), "..."])
# CHECK: refused: 'n' bounds a domain or an array, and must be an integer, not uint32
refused("y[i] = np.uint8(3)**k[i]", [lp.GlobalArg("k", np.uint64), "..."])
# CHECK: refused: the exponent 'k[i]' is uint64; write cast(np.int64, ...)
# CHECK-DAG: check: all8: opencl: ok
# CHECK-DAG: check: all8: c: ok
# CHECK-DAG: check: all16: opencl: ok
# CHECK-DAG: check: all16: c: ok
# CHECK-DAG: check: all32: opencl: ok
# CHECK-DAG: check: all32: c: ok
# CHECK-DAG: check: all64: opencl: ok
# CHECK-DAG: check: all64: c: ok
# CHECK-DAG: check: mixed: opencl: ok
# CHECK-DAG: check: mixed: c: ok
# CHECK-DAG: check: fnv: opencl: ok
# CHECK-DAG: check: fnv: c: ok
# CHECK-DAG: check: sums: opencl: ok
# CHECK-DAG: check: sums: c: ok
# CHECK-DAG: check: gather: opencl: ok
# CHECK-DAG: check: gather: c: ok
# CHECK-DAG: check: counted: opencl: ok
# CHECK-DAG: check: counted: c: ok
# CHECK-DAG: check: all_of_them: opencl: ok
# CHECK-DAG: check: all_of_them: c: ok
# CHECK-DAG: check: mixed_c: opencl: ok
# CHECK-DAG: check: mixed_c: c: ok
# CHECK-DAG: check: anew: opencl: ok
# CHECK-DAG: check: anew: c: ok
