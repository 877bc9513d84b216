// The command line of loopyc. Groups are the sections of --help.
include "llvm/Option/OptParser.td"
// Names of the targets: made from lib/CodeGen/Targets.def.
include "Targets.td"

class F<string name, string help> : Flag<["-"], name>, HelpText<help>;
class FF<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE. `words`, separated by commas, are what
// completions offer.
multiclass Eq<string name, string metavar, string help, OptionGroup group,
              string words = ""> {
  def NAME : Joined<["--"], name#"=">, MetaVarName<metavar>, HelpText<help>,
             Group<group>, Values<words>;
  def NAME#_separate : Separate<["--"], name>, Alias<!cast<Option>(NAME)>,
                       Group<group>;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT">;
// Options of one target each: a word, kept for the target to read.
def target_group : OptionGroup<"target">, Group<output_group>;
def script_group : OptionGroup<"script">, HelpText<"TRANSFORMATION SCRIPT">;
def fortran_group : OptionGroup<"fortran">, HelpText<"FORTRAN INPUT">;
def inside_group : OptionGroup<"inside">, HelpText<"LOOKING INSIDE">;
def check_group : OptionGroup<"check">, HelpText<"CHECKING AGAINST THE ORIGINAL FORTRAN">;
def deps_group : OptionGroup<"deps">, HelpText<"DEPENDENCIES FOR MAKE">;
def diag_group : OptionGroup<"diag">, HelpText<"DIAGNOSTICS">;
def general_group : OptionGroup<"general">, HelpText<"GENERAL">;

// --- output
def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"PREFIX">, Group<output_group>,
  HelpText<"Prefix of the output files (default: the input's stem, here); 'DIR/' keeps the stems; '-' writes what --emit names to standard output">;
defm target : Eq<"target", "LIST", !strconcat("What to write code for: ", targetList, ", or several, separated by commas"), output_group, targetWords>;
defm device_limits : Eq<"device-limits", "FILE", "The limits of the device to write for: a file (see docs/command-line.md), or the name of a target (default: what the targets have in common)", output_group, targetWords>;
defm emit : Eq<"emit", "LIST", "What to write: device,host,header,stub (the default), ir,deps,schedule,dot,stats", output_group, "device,host,header,stub,ir,deps,schedule,dot,stats">;
defm stats_format : Eq<"stats-format", "FORMAT", "How --emit=stats writes: text (default) or json", output_group, "text,json">;
include "TargetOptions.td"
def report_EQ : Joined<["--"], "report=">, MetaVarName<"FORMAT">, Group<output_group>, HelpText<"Print what could run in parallel, for each loop nest of the inputs, or of all sources in folders, with or without directives, and why others could not: text (default) or json; write no code">, Values<"text,json">;
def report : Flag<["--"], "report">, Alias<report_EQ>, AliasArgs<["text"]>, Group<output_group>;
def g : F<"g", "Debug information in kernels, and #line directives that lead back to the Fortran source">, Group<output_group>;
def line_markers : FF<"line-markers", "Lines in stubs by which Fortran compilers name lines of the source in messages; -g has them, too">, Group<output_group>;
def fsyntax_only : F<"fsyntax-only", "Run the front end and the script, write nothing">, Group<output_group>;

// --- script
defm transform : Eq<"transform", "FILE.py", "Run this transformation script, after the source's own blocks if it has any", script_group>;
defm set : Eq<"set", "NAME=VALUE", "Predefine a script variable: a Python literal, else a string", script_group>;

def map_parallel : FF<"map-parallel", "Without a script: spread loops over the device as lp.map_parallel does (the default, but for C alone)">, Group<script_group>;
def no_map_parallel : FF<"no-map-parallel", "Without a script: leave loops as they stand in Fortran">, Group<script_group>;
def print_script : FF<"print-script", "Print the script that does to this input what happens without one; writes files only with -o or --emit">, Group<script_group>;

// --- Fortran
def D : JoinedOrSeparate<["-"], "D">, MetaVarName<"NAME[=VALUE]">, Group<fortran_group>, HelpText<"Define a preprocessor macro (1 without a value)">;
def U : JoinedOrSeparate<["-"], "U">, MetaVarName<"NAME">, Group<fortran_group>, HelpText<"Undefine a preprocessor macro">;
def I : JoinedOrSeparate<["-"], "I">, MetaVarName<"DIR">, Group<fortran_group>, HelpText<"Search DIR for include files and modules">;
def J : JoinedOrSeparate<["-"], "J">, MetaVarName<"DIR">, Group<fortran_group>, HelpText<"Search DIR for modules">;

def cpp : F<"cpp", "Preprocess, whatever the suffix says">, Group<fortran_group>;
def nocpp : F<"nocpp", "Do not preprocess, whatever the suffix says">, Group<fortran_group>;
def ffixed_line_length_ : Joined<["-"], "ffixed-line-length-">, MetaVarName<"<N>">, Group<fortran_group>, HelpText<"Statements in fixed form reach up to column N, all of a line with 0 or none (default: 72)">;
def ffixed_line_length_EQ : Joined<["-"], "ffixed-line-length=">, Alias<ffixed_line_length_>, Group<fortran_group>;
def ffree_line_length_ : Joined<["-"], "ffree-line-length-">, MetaVarName<"<N>">, Group<fortran_group>, HelpText<"As compilers have it; lines in free form are read as long as they are">;
def fopenmp : F<"fopenmp", "Fortran lines behind the sentinel '!$' are statements and _OPENMP is defined, as for compilers with this option">, Group<fortran_group>;
def fno_openmp : F<"fno-openmp", "They are comments (default)">, Group<fortran_group>;

// --- looking inside
defm stop_after : Eq<"stop-after", "STAGE", "Stop after frontend, transform, schedule or codegen", inside_group, "frontend,transform,schedule,codegen">;
defm print_after : Eq<"print-after", "NAME", "Print the kernels after a stage, a transformation (split_iname, say), or a pass of lowering or of the code generator", inside_group, "frontend,transform,expand-rules,resolve-axes,realize-parallel-reductions,place-temporaries,expand-inner-temporaries,schedule,build-tree,uniform-conditions,expand-loops,lift-barriers,stop-loops,strided-loops,early-copies,fast-math,codegen">;
def print_after_all : FF<"print-after-all", "Print the kernels after every stage, transformation and pass">, Group<inside_group>;
def print_changed : FF<"print-changed", "Like --print-after-all, but '(unchanged)' where nothing changed">, Group<inside_group>;
def time_stages : FF<"time-stages", "Print how long each stage took">, Group<inside_group>;

// --- check
def verify : FF<"verify", "Run the kernels before and after transformation, and the schedule in several orders of work-items, by an interpreter at a few small sizes, and compare; writes files only with -o or --emit">, Group<check_group>;
def check : FF<"check", "Compile the original Fortran, run it and every target on the same random inputs, and compare; writes files only with -o or --emit">, Group<check_group>;
defm param : Eq<"param", "NAME=VALUE", "The value of a size or another scalar argument, also for --emit=stats", check_group>;
defm init : Eq<"init", "NAME=EXPR", "Initial values of an array: an expression in i0, i1, ... (zero-based) and the parameters", check_group>;
defm device : Eq<"device", "N", "The device to run on, GPUs first (default: 0)", check_group>;
defm rtol : Eq<"rtol", "X", "Largest relative error accepted (default: 1e-4 in single precision, 1e-10 in double)", check_group>;
defm check_keep : Eq<"check-keep", "DIR", "Do not run the check programs, but keep them in DIR as KERNEL_TARGET, to run on another machine", check_group>;
defm seed : Eq<"seed", "N", "Seed of the random inputs (default: 1)", check_group>;

// --- dependencies
def M : F<"M", "Write a rule with everything that the input depends on; no other output">, Group<deps_group>;
def MM : F<"MM", "Like -M, without what belongs to the system">, Group<deps_group>;
def MD : F<"MD", "Like -M, into PREFIX.d, beside the other outputs">, Group<deps_group>;
def MMD : F<"MMD", "Like -MM, into PREFIX.d, beside the other outputs">, Group<deps_group>;
def MF : JoinedOrSeparate<["-"], "MF">, MetaVarName<"FILE">, Group<deps_group>, HelpText<"Write the rule to FILE">;
def MT : JoinedOrSeparate<["-"], "MT">, MetaVarName<"TARGET">, Group<deps_group>, HelpText<"The rule's target, as it stands">;
def MQ : JoinedOrSeparate<["-"], "MQ">, MetaVarName<"TARGET">, Group<deps_group>, HelpText<"The rule's target, quoted for make">;
def MP : F<"MP", "Add an empty rule for each dependency">, Group<deps_group>;

// --- diagnostics
def Werror : F<"Werror", "Treat warnings as errors">, Group<diag_group>;
def w : F<"w", "No warnings">, Group<diag_group>;
def W : Joined<["-"], "W">, MetaVarName<"[no-][error=]NAME">, Group<diag_group>, HelpText<"Turn a group of warnings on or off, or make it errors; -Wall: all of them">;
def fdiagnostics_color_EQ : Joined<["-"], "fdiagnostics-color=">, MetaVarName<"WHEN">, Group<diag_group>, HelpText<"Colour diagnostics: auto (default), always, never">, Values<"auto,always,never">;
def fdiagnostics_color : Flag<["-"], "fdiagnostics-color">, Alias<fdiagnostics_color_EQ>, AliasArgs<["always"]>, Group<diag_group>;
def fno_diagnostics_color : Flag<["-"], "fno-diagnostics-color">, Alias<fdiagnostics_color_EQ>, AliasArgs<["never"]>, Group<diag_group>;

// --- general
def help : FF<"help", "Print this">, Group<general_group>;
def help_short : Flag<["-"], "h">, Alias<help>, Group<general_group>;
def version : FF<"version", "Print the version">, Group<general_group>;
def print_makefile : FF<"print-makefile", "Print the path of the makefile to include: see docs/build-integration.md">, Group<general_group>;
