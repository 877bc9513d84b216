# Names stand in the modules where Loo.py has them, too.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
from importlib import import_module

import loopy as lp

modules = {
    "auto_test": "auto_test_vs_ref",
    "codegen": "generate_code_v2 generate_body",
    "codegen.result": "CodeGenerationResult",
    "kernel.tools": "add_dtypes get_subkernels get_subkernel_to_insn_id_map",
    "preprocess": "preprocess_kernel infer_arg_descr",
    "schedule": "linearize get_one_linearized_kernel get_one_scheduled_kernel",
    "statistics": "get_op_map get_mem_access_map get_synchronization_map ToCountMap Op MemAccess Sync",
    "tools": "t_unit_to_python memoize_on_disk",
    "transform.arithmetic": "fold_constants collect_common_factors_on_increment",
    "transform.concatenate": "concatenate_arrays",
    "transform.loop_fusion": "rename_inames_in_batch",
    "transform.padding": "add_padding find_padding_multiple split_array_axis",
    "transform.privatize": "privatize_temporaries_with_inames unprivatize_temporaries_with_inames",
    "transform.realize_reduction": "realize_reduction",
    "translation_unit": "TranslationUnit make_program for_each_kernel",
    "type_inference": "infer_unknown_types",
}
for module, names in modules.items():
    found = import_module("loopy." + module)
    for name in names.split():
        assert getattr(found, name) is getattr(lp, name), name

# CHECK: 16 modules
print(len(modules), "modules")
# CHECK: loopy.tools.natsorted is not in this loopyc
try:
    from loopy.tools import natsorted
except lp.LoopyError as error:
    print(error)

RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 1.0 + i")
