// Options of this target alone (lib/Driver/Options.td includes them).
defm cuda_kernels : Eq<"cuda-kernels", "HOW", "How CUDA kernels get into a program: linked (default; P.cu holds launchers too and is for nvcc) or loaded (launchers in P_cuda.c, for any C compiler, load kernels when the program runs, by NVRTC)", target_group, "linked,loaded">;
defm cuda_graphs : Eq<"cuda-graphs", "WHICH", "CUDA graphs of launchers: none (default), or loops (loops of the host that launch the same in each iteration launch a graph of one)", target_group, "none,loops">;
