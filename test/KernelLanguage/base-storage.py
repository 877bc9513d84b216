# Temporaries with one base_storage= share it, in the order in which they are
# assigned, and still do where the kernel is made anew.
# RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
# RUN: FileCheck %s --check-prefix=C < %t.c
# RUN: not %loopyc %s --target=c -o %t --set SPACE=GLOBAL 2>&1 | FileCheck %s --check-prefix=GLOBAL
import loopy as lp
import numpy as np

shared = dict(dtype=np.float32, shape=(16,), base_storage="slot",
              address_space=getattr(lp.AddressSpace,
                                    globals().get("SPACE", "LOCAL")))
knl = lp.make_kernel(
    "{ [i,j,k]: 0<=i<n and 0<=j,k<16 }", """
    for i
      t[j] = 2*a[i,j]     {id=first}
      b[i,j] = t[15 - j]  {id=use, dep=first}
      s[k] = 3*a[i,k]     {id=second, dep=use}
      c[i,k] = s[15 - k]  {dep=second}
    end
    """,
    [lp.TemporaryVariable("s", **shared), 
     # is where the other one is
     lp.TemporaryVariable("t", np.float32, shape=(16,), base_storage="slot"),
     lp.GlobalArg("a", np.float32), "..."], name="slots")
knl = lp.remove_predicates_from_insn(knl, set(), "id:first")
print(lp.t_unit_to_python(knl))
RESULT = lp.tag_inames(knl, "i:g.0, j:l.0, k:l.0")
# CHECK: lp.TemporaryVariable('t', {{.*}}base_storage='slot')
# CHECK: lp.TemporaryVariable('s', {{.*}}base_storage='slot')
# CHECK: check: slots: c: ok
# C: float slot[16]
# C-NOT: float s[16]
# C-NOT: float t[16]
# GLOBAL: error: kernel 'slots': {{.*}}race between work-groups (gid(0)): {{.*}}each iteration of 'i' has values of its own in 't', which is in global memory for all of them: {{.*}}privatize_temporaries_with_inames(knl, "i", "t"){{.*}}set_temporary_address_space(knl, "t, s", "local")
