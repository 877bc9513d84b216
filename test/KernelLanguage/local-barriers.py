# RUN: %loopyc %s --target=opencl,c --check --verify -o %t 2>&1 | FileCheck %s
# RUN: FileCheck %s --check-prefix=CODE --input-file=%t.cl
# RUN: not %loopyc %s --set CASE=cycle -o %t 2>&1 | FileCheck %s --check-prefix=CYCLE
# A local barrier stays in loops whose iterations touch nothing of each other, so
# that what passes it has one value for each group, and not one for each iteration.
import loopy as lp
import numpy as np

mirrored = lp.make_kernel(
    "{ [g,l,k]: 0<=g<n and 0<=l,k<32 }",
    """
    for g
      <> tmp[l] = 2*a[g,l]   {id=fill}
      ... lbarrier           {id=bar, dep=fill}
      b[g,k] = tmp[31 - k]   {dep=bar:fill}
    end
    """, [lp.GlobalArg("a", np.float32, shape="n,32"), "..."], name="mirrored")
print(mirrored)
# CHECK-LABEL: KERNEL: mirrored
# CHECK: tmp: {{.*}} shape: (32)
# CHECK: for g
# CHECK: lbarrier
# CHECK: end g
# CHECK-NOT: for g
mirrored = lp.tag_inames(mirrored, "g:g.0, l:l.0, k:l.0")
# CODE: __local float tmp[32]

# Where work-items share a loop, it opens twice, in each iteration around.
shared = lp.make_kernel(
    "{ [g,l]: 0<=g<n and 0<=l<32 }",
    """
    for g, l
      <> tmp[l] = 2*a[g,l]   {id=fill}
      <> s = a[g,l] + 1      {id=s}
      ... lbarrier           {id=bar, dep=fill:s}
      b[g,l] = tmp[31 - l]*s {dep=bar:fill:s}
    end
    """, [lp.GlobalArg("a", np.float32, shape="n,32"), "..."], name="shared")
print(shared)
# CHECK-LABEL: KERNEL: shared
# CHECK: s: {{.*}} shape: (32)
# CHECK: tmp: {{.*}} shape: (32)
shared = lp.tag_inames(shared, "g:g.0, l:l.0")

# An argument that other iterations read: a barrier of all of them, as before.
turned = lp.make_kernel(
    "{ [g,l]: 0<=g<4 and 0<=l<32 }",
    """
    for g, l
      <> tmp = b[g,l]        {id=take, dep=*}
      ... lbarrier           {id=bar, dep=take}
      b[3-g,l] = tmp         {dep=bar:take}
    end
    """, [lp.GlobalArg("b", np.float32, shape="4,32"), "..."], name="turned")
print(turned)
# CHECK-LABEL: KERNEL: turned
# CHECK: tmp: {{.*}} shape: (4)
# CHECK: for g
# CHECK: end g
# CHECK: lbarrier
# CHECK: for g

# What depends on itself, by the rule of the only writer here, is told as that.
# CYCLE: error: instruction 'take' depends on itself, through others; drop one of these dependences
# CYCLE: note: 'take' depends on 'put', whose 'b' it reads
# CYCLE: note: 'put' depends on 'take', whose 'tmp' it reads
if globals().get("CASE") == "cycle":
    lp.make_kernel(
        "{ [i]: 0<=i<n }",
        """
        for i
          <> tmp = b[i]              {id=take}
          ... lbarrier               {id=bar, dep=take}
          b[n - 1 - i] = tmp         {id=put, dep=bar:take}
        end
        """, [lp.GlobalArg("b", np.float32, shape="n"), "..."])

RESULT = [mirrored, shared]
# CHECK: verify: mirrored: ok
# CHECK: verify: shared: ok
# CHECK-COUNT-4: check: {{.*}}: ok
