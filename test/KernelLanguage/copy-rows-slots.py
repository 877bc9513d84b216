# Rows of several slots: what is copied to a slot later begins elsewhere, so it
# must not leave elements of an earlier copy behind that are still read. Tiles
# that are loaded ahead of their loop leave none.
# RUN: %loopyc %s --target=opencl,c -o %t --check --param n=37 -Wno-serial | FileCheck %s
# REQUIRES: opencl
import loopy as lp
import numpy as np


def made(name, text, **data):
    return lp.make_kernel(
        "{ [g, l, i, j, k]: 0 <= g < n and 0 <= l < 9 and 0 <= i, j < 8 and 8 <= k < 16 }", text,
        [lp.GlobalArg("a", np.float32, shape=("n", 200)),
         lp.GlobalArg("b", np.float32, shape=("n", 9, 8)),
         lp.TemporaryVariable("t", np.float32, shape=(3, 16),
                              address_space=lp.AddressSpace.LOCAL),
         lp.ValueArg("n", np.int32)], seq_dependencies=True, name=name)


def refused(knl):
    try:
        lp.copy_rows(lp.tag_inames(knl, "g:g.0, j:l.0"), "t")
    except lp.LoopyError as error:
        print("refused:", error)


# CHECK: refused: copy_rows: kernel 'parts': 'second' copies other elements to the places of a slot while 'use' still has to read what 'first' copied there
refused(made("parts", """
    for g, l
      for i
        t[l % 3, i] = a[g, i + 8*l] {id=first}
      end
      for k
        t[l % 3, k] = a[g, k + 100] {id=second}
      end
      for j
        b[g, l, j] = t[l % 3, j] + t[l % 3, j + 8] {id=use}
      end
    end
    """))

# CHECK: refused: copy_rows: kernel 'earlier': 'first' copies other elements to the places of a slot while 'use' still has to read what 'first' copied there
refused(lp.make_kernel(
    "{ [g, l, i, j]: 0 <= g < n and 0 <= l < 9 and 0 <= i, j < 8 and l + i < 12 }",
    """
    for g, l
      for i
        t[l % 3, i] = a[g, i + 9*l] {id=first}
      end
      for j
        b[g, l, j] = t[l % 3, j] {id=use}
      end
    end
    """,
    [lp.GlobalArg("a", np.float32, shape=("n", 200)),
     lp.GlobalArg("b", np.float32, shape=("n", 9, 8)),
     lp.TemporaryVariable("t", np.float32, shape=(3, 8),
                          address_space=lp.AddressSpace.LOCAL),
     lp.ValueArg("n", np.int32)], seq_dependencies=True, name="earlier"))

# A slot that is filled as a whole.
whole = lp.tag_inames(made("whole", """
    for g, l
      for i
        t[l % 3, i] = a[g, i + 9*l]
      end
      for j
        b[g, l, j] = t[l % 3, j] {id=use}
      end
    end
    """), "g:g.0, j:l.0")
whole = lp.copy_rows(whole, "t")

ahead = lp.make_kernel(
    "{ [g, l, j]: 0 <= g < n and 0 <= l < 9 and 0 <= j < 8 }",
    "b[g, l, j] = a[g, j + 9*l] + a[g, j + 9*l + 1]",
    [lp.GlobalArg("a", np.float32, shape=("n", 200)),
     lp.GlobalArg("b", np.float32, shape=("n", 9, 8)),
     lp.ValueArg("n", np.int32)], name="ahead")
ahead = lp.tag_inames(ahead, "g:g.0, j:l.0")
ahead = lp.add_prefetch(ahead, "a", "j", fetch_outer_inames="g, l", lookahead=2,
                        default_tag="l.auto", temporary_address_space="local",
                        temporary_name="tile")
ahead = lp.copy_rows(ahead, "tile")
RESULT = [whole, ahead]
# CHECK-DAG: check: whole: opencl: ok
# CHECK-DAG: check: whole: c: ok
# CHECK-DAG: check: ahead: opencl: ok
# CHECK-DAG: check: ahead: c: ok
