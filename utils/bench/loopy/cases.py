"""Scripts that loopyc and Loo.py 2025.2 both take, by name: those that grow, and
the kernels of docs/kernel-tutorial.md. Each leaves a typed kernel in RESULT."""

BEGIN = "import loopy as lp\nimport numpy as np\n"


def loops(count):
    """Loops that have nothing to do with each other."""
    return f"""
indices = range({count})
knl = lp.make_kernel([f"[n] -> {{{{ [i{{k}}]: 0<=i{{k}}<n }}}}" for k in indices],
                     [f"y{{k}}[i{{k}}] = 2*x{{k}}[i{{k}}] + {{k}}" for k in indices])
RESULT = lp.add_dtypes(knl, {{f"x{{k}}": np.float32 for k in indices}})
"""


def nest(count):
    """Instructions of one nest, every other one by way of a temporary."""
    return f"""
text = []
for k in range({count}//2):
    text += [f"<> t{{k}} = 2*b{{k}}[i,j]", f"a{{k}}[i,j] = t{{k}} + c[i,j]"]
knl = lp.make_kernel("{{ [i,j]: 0<=i,j<n }}", text)
knl = lp.add_dtypes(knl, {{"c": np.float32,
                          **{{f"b{{k}}": np.float32 for k in range({count}//2)}}}})
knl = lp.split_iname(knl, "i", 16, outer_tag="g.1", inner_tag="l.1")
RESULT = lp.split_iname(knl, "j", 16, outer_tag="g.0", inner_tag="l.0")
"""


FILL = 'knl = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 0", assumptions="n>=1")\n'
FLOAT_FILL = 'knl = lp.add_dtypes(knl, {"a": np.float32})\n'
STAGED = '''
knl = lp.make_kernel(
    "{ [i_outer,i_inner,k]: 0<=16*i_outer + i_inner<n and 0<=i_inner,k<16 }",
    """%s""", assumptions="n mod 16 = 0 and n >= 16")
knl = lp.add_dtypes(knl, {"a": np.float32})
knl = lp.tag_inames(knl, {"i_outer": "g.0", "i_inner": "l.0"})
'''
COUNTED = '''
knl = lp.make_kernel(
    "[n,m,l] -> { [i,k,j]: 0<=i<n and 0<=k<m and 0<=j<l }",
    """
    c[i,j,k] = a[i,j,k]*b[i,j,k]/3.0 + a[i,j,k]
    e[i,k] = g[i,k]*(2 + h[i,k+1])
    """)
knl = lp.add_and_infer_dtypes(
    knl, {"a": np.float32, "b": np.float32, "g": np.float64, "h": np.float64})
'''

TUTORIAL = {
    "double": '''
knl = lp.make_kernel("{ [i]: 0<=i<n }", "out[i] = 2*a[i]")
RESULT = lp.add_dtypes(knl, {"a": np.float32})
''',
    "transpose": '''
knl = lp.make_kernel("{ [i,j,ii,jj]: 0<=i,j,ii,jj<n }", """
    out[j,i] = a[i,j] {id=transpose}
    out[ii,jj] = 2*out[ii,jj] {dep=transpose}
    """)
knl = lp.prioritize_loops(knl, "i,j,ii,jj")
RESULT = lp.add_dtypes(knl, {"a": np.float32})
''',
    "nesting": '''
knl = lp.make_kernel("{ [i,j]: 0<=i,j<n }", "a[i,j] = 0")
knl = lp.prioritize_loops(knl, "j,i")
RESULT = lp.add_dtypes(knl, {"a": np.float32})
''',
    "split": FILL + FLOAT_FILL + '''
knl = lp.split_iname(knl, "i", 16)
RESULT = lp.prioritize_loops(knl, "i_outer,i_inner")
''',
    "tiles": '''
knl = lp.make_kernel("{ [i,j]: 0<=i,j<n }", "out[i,j] = a[j,i]",
                     assumptions="n mod 16 = 0 and n >= 1")
knl = lp.add_dtypes(knl, {"a": np.float32})
knl = lp.split_iname(knl, "i", 16)
knl = lp.split_iname(knl, "j", 16)
RESULT = lp.prioritize_loops(knl, "i_outer,j_outer,i_inner")
''',
    "unrolled": FILL + FLOAT_FILL + '''
knl = lp.split_iname(knl, "i", 4, inner_tag="unr")
RESULT = lp.prioritize_loops(knl, "i_outer,i_inner")
''',
    "work-items": FILL + FLOAT_FILL + '''
RESULT = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
''',
    "slabs": FILL + FLOAT_FILL + '''
knl = lp.split_iname(knl, "i", 4, slabs=(0, 1), inner_tag="unr")
RESULT = lp.prioritize_loops(knl, "i_outer,i_inner")
''',
    "temporary": '''
knl = lp.make_kernel("{ [i]: 0<=i<n }", """
    <float32> a_temp = sin(a[i])
    out1[i] = a_temp {id=out1}
    out2[i] = sqrt(1-a_temp*a_temp) {dep=out1}
    """)
RESULT = lp.add_dtypes(knl, {"a": np.float32})
''',
    "local": STAGED % '''
    <> a_temp[i_inner] = a[16*i_outer + i_inner] {priority=10}
    out[16*i_outer + i_inner] = sum(k, a_temp[k])
    ''' + '''
RESULT = lp.set_temporary_address_space(knl, "a_temp", "local")
''',
    "prefetch": STAGED % '''
    out[16*i_outer + i_inner] = sum(k, a[16*i_outer + i_inner])
    ''' + '''
knl = lp.realize_reduction(knl)
RESULT = lp.add_prefetch(knl, "a", ["i_inner"], default_tag="l.0")
''',
    "launches": '''
knl = lp.make_kernel("[n] -> { [i]: 0<=i<n }", """
    for i
      <> tmp = arr[i] {id=maketmp, dep=*}
      ... gbarrier {id=bar, dep=*maketmp}
      arr[(i + 1) % n] = tmp {id=rotate, dep=*bar, nosync=rotate@any}
    end
    """, [lp.GlobalArg("arr", np.int32, shape=("n",)), "..."],
    assumptions="n mod 16 = 0", name="rotate")
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
knl = lp.preprocess_kernel(knl)


def ordered(knl):
    one = lp.get_one_linearized_kernel(knl["rotate"], knl.callables_table)
    return knl.with_kernel(one)


RESULT = ordered(lp.save_and_reload_temporaries(ordered(knl)))
''',
    "barriers": '''
knl = lp.make_kernel("[] -> { [i,k,j]: 0<=i<50 and 1<=k<98 and 0<=j<10 }", """
    c[i,j,k] = 2*a[i,j,k]
    e[i,j,k] = c[i,j,k+1] + c[i,j,k-1]
    """, [lp.TemporaryVariable("c", dtype=None, shape=(50, 10, 99)), "..."])
knl = lp.add_and_infer_dtypes(knl, {"a": np.int32})
RESULT = lp.split_iname(knl, "k", 128, inner_tag="l.0")
''',
    "counted": COUNTED + '''
at = {"n": 256, "m": 256, "l": 8}
for counts in (lp.get_op_map, lp.get_mem_access_map):
    assert counts(knl, subgroup_size=32).eval_and_sum(at) > 0
RESULT = knl
''',
}

# Name: (script, the ratio that is wanted). Of what takes a few lines, start-up
# is most.
CASES = {
    **{f"{count} loops": (loops(count), 50) for count in (50, 100, 200)},
    **{f"{count} instructions": (nest(count), 50) for count in (100, 200, 400)},
    **{name: (text, 25) for name, text in TUTORIAL.items()},
}
# What the device has, where a case needs more than most: Loo.py's code is for
# any device.
LIMITS = {"barriers": "local_memory_bytes = 262144\n"}
# Cases of which each is twice as long as the one before.
GROWING = [[f"{count} loops" for count in (50, 100, 200)],
           [f"{count} instructions" for count in (100, 200, 400)]]
