# A kernel of the kernel language, from domain and instruction to checked code:
# arguments, shapes and types are found, and the oracle is the kernel as made.
# REQUIRES: opencl
# RUN: %loopyc %s -o %t --target=opencl,c --check | FileCheck %s
# RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
# RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h
# RUN: not ls %t_stub.f90
import loopy as lp
import numpy as np

knl = lp.make_kernel("{ [i]: 0<=i<n }", "z[i] = a*x[i] + y[i]", name="saxpy")
print(knl)
# CHECK: KERNEL: saxpy
# CHECK: ARGUMENTS:
# CHECK-NEXT: a: ValueArg, type: <auto/runtime>
# CHECK-NEXT: n: ValueArg, type: int32
# CHECK-NEXT: x: type: <auto/runtime>, shape: (n), dim_tags: (N0:stride:1) in aspace: global
# CHECK: DOMAINS:
# CHECK-NEXT: [n] -> { [i] : 0 <= i < n }
# CHECK: INSTRUCTIONS:
# CHECK-NEXT: for i
# CHECK-NEXT:   z[i] = a*x[i] + y[i] {id=insn}
# CHECK-NEXT: end i

knl = lp.add_dtypes(knl, {"a, x, y": np.float32})
print(knl.arg_dict["z"])
# CHECK: <argument z: float32>
RESULT = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
# CHECK: check: saxpy: opencl: ok
# CHECK: check: saxpy: c: ok

# CL: z[i] = a*x[i] + y[i]
# CL: z[{{.*}}] = a * x[{{.*}}] + y[{{.*}}];
# HEADER: saxpy
