# loopyc_add_library(NAME SOURCES FILE... [SCRIPT FILE] [TARGETS T...]
#                    [CUDA linked|image|loaded] [SET NAME=VALUE...]
#                    [DEFINES D...] [INCLUDES DIR...])
# loopyc_transform_target(TARGET [SOURCES FILE...] [same options])
#
# The first makes a library of sources, each translated. The second translates
# sources of a target that exists: those with `!$loopy` lines and files of
# kernels (.loopy), or those that SOURCES names. Both put stub and launchers in
# the place of each source and link the run-time library. Kernels that are
# written without Fortran (.loopy, .py) have launchers and a header, which the
# target and what links it find.
include("${CMAKE_CURRENT_LIST_DIR}/LoopycTargetCode.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/LoopycAnnotated.cmake")

function(loopyc_add_library name)
  _loopyc_options("loopyc_add_library(${name})" ${ARGN})
  if(NOT LOOPYC_SOURCES)
    message(FATAL_ERROR "loopyc_add_library(${name}): no SOURCES; name the Fortran files to translate, or files of kernels (.loopy, .py)")
  endif()
  _loopyc_require_fortran("loopyc_add_library(${name})" "${LOOPYC_SOURCES}")
  add_library(${name})
  _loopyc_write_flags(${name} "${LOOPYC_SOURCES}")
  _loopyc_translate(${name} "${LOOPYC_SOURCES}")
endfunction()

function(loopyc_transform_target target)
  set(caller "loopyc_transform_target(${target})")
  _loopyc_options("${caller}" ${ARGN})
  _loopyc_require_target_here("${caller}" ${target})
  _loopyc_sources(${target} "${_loopyc_fortran}" fortran)
  _loopyc_sources(${target} "\\.(loopy|py)$" kernels)
  if(LOOPYC_SOURCES)
    set(chosen "${LOOPYC_SOURCES}")
  else()
    _loopyc_annotated("${fortran}" chosen)
    if(fortran)
      _loopyc_watch_annotations(${target} "${fortran}" "${chosen}")
    endif()
    set(files "${kernels}")
    list(FILTER files INCLUDE REGEX "\\.loopy$")
    list(APPEND chosen ${files})
  endif()
  foreach(source IN LISTS chosen)
    if(NOT source IN_LIST fortran AND NOT source IN_LIST kernels)
      message(FATAL_ERROR "${caller}: '${source}' is no Fortran source of the target, and no file of kernels (.loopy, .py)")
    endif()
  endforeach()
  if(NOT chosen)
    message(FATAL_ERROR "${caller}: no source has `!$loopy` lines; name those to translate after SOURCES")
  endif()
  _loopyc_require_fortran("${caller}" "${chosen}")
  _loopyc_write_flags(${target} "${fortran};${chosen}")
  _loopyc_remove_sources(${target} "${chosen}")
  _loopyc_translate(${target} "${chosen}")
endfunction()

# Reads the options into LOOPYC_SOURCES (absolute), LOOPYC_SCRIPT, ... of the
# caller.
function(_loopyc_options caller)
  cmake_parse_arguments(PARSE_ARGV 1 LOOPYC
    "" "SCRIPT;CUDA" "SOURCES;TARGETS;SET;DEFINES;INCLUDES")
  if(LOOPYC_UNPARSED_ARGUMENTS OR LOOPYC_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${caller}: cannot read '${LOOPYC_UNPARSED_ARGUMENTS}${LOOPYC_KEYWORDS_MISSING_VALUES}'; the options are SOURCES, SCRIPT, TARGETS, CUDA, SET, DEFINES and INCLUDES")
  endif()
  _loopyc_choose_targets("${caller}" "${LOOPYC_TARGETS}" LOOPYC_TARGETS)
  _loopyc_choose_cuda("${caller}" "${LOOPYC_CUDA}" LOOPYC_CUDA)
  foreach(list SOURCES INCLUDES SCRIPT)
    set(absolute)
    foreach(path IN LISTS LOOPYC_${list})
      cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
      list(APPEND absolute "${path}")
    endforeach()
    set(LOOPYC_${list} "${absolute}")
  endforeach()
  foreach(option SOURCES SCRIPT TARGETS CUDA SET DEFINES INCLUDES)
    set(LOOPYC_${option} "${LOOPYC_${option}}" PARENT_SCOPE)
  endforeach()
endfunction()

# Where there will be stubs.
function(_loopyc_require_fortran caller sources)
  list(FILTER sources EXCLUDE REGEX "\\.(loopy|py)$")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(sources AND NOT "Fortran" IN_LIST languages)
    message(FATAL_ERROR "${caller}: the project has not enabled Fortran; stubs are in Fortran")
  endif()
endfunction()

# Rules for generated files count in the folder that makes them only.
function(_loopyc_require_target_here caller target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${caller}: there is no such target; add it before")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${caller}: call it in the folder that adds the target, ${home}")
  endif()
endfunction()

set(_loopyc_fortran "\\.([fF](90|95|03|08|18)?|for|FOR|ftn|FTN|fpp|FPP|floopy)$")

# The sources of a target with such names, absolute.
function(_loopyc_sources target names result)
  get_target_property(sources ${target} SOURCES)
  set(found)
  foreach(source IN LISTS sources)
    _loopyc_absolute("${source}" path)
    if(path MATCHES "${names}")
      list(APPEND found "${path}")
    endif()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# A source as the target names it: where it exists, or in the build folder.
function(_loopyc_absolute source result)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    NORMALIZE OUTPUT_VARIABLE path)
  if(NOT EXISTS "${path}")
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
      NORMALIZE OUTPUT_VARIABLE generated)
    get_source_file_property(is_generated "${generated}" GENERATED)
    if(is_generated)
      set(path "${generated}")
    endif()
  endif()
  set(${result} "${path}" PARENT_SCOPE)
endfunction()

function(_loopyc_remove_sources target removed)
  get_target_property(sources ${target} SOURCES)
  set(kept)
  foreach(source IN LISTS sources)
    _loopyc_absolute("${source}" path)
    if(NOT path IN_LIST removed)
      list(APPEND kept "${source}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${kept}")
endfunction()

# The options of loopyc that all sources of a target share, in a file that
# changes when they do. The target's own, with those that it takes from what it
# links, are known when everything is configured.
function(_loopyc_write_flags target sources)
  set(directories ${LOOPYC_INCLUDES})
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH directory)
    list(APPEND directories "${directory}")
  endforeach()
  list(APPEND directories ${CMAKE_Fortran_IMPLICIT_INCLUDE_DIRECTORIES})
  list(REMOVE_DUPLICATES directories)
  list(JOIN LOOPYC_TARGETS "," targets)
  # Messages of the Fortran compiler name lines of the source.
  set(lines "--target=${targets}" --line-markers)
  if(NOT LOOPYC_CUDA STREQUAL "linked")
    list(APPEND lines "--cuda-kernels=loaded")
  endif()
  if(LOOPYC_SCRIPT)
    list(APPEND lines "--transform=${LOOPYC_SCRIPT}")
  endif()
  foreach(setting IN LISTS LOOPYC_SET)
    list(APPEND lines "--set=${setting}")
  endforeach()
  foreach(definition IN LISTS LOOPYC_DEFINES)
    string(REGEX REPLACE "^-D" "" definition "${definition}")
    list(APPEND lines "-D${definition}")
  endforeach()
  foreach(directory IN LISTS directories)
    list(APPEND lines "-I${directory}")
  endforeach()
  list(TRANSFORM lines REPLACE "(['\\])" "\\\\\\1") # words stand between quotes
  list(JOIN lines "'\n'" text)
  _loopyc_each_of(${target} COMPILE_DEFINITIONS "-D" definitions)
  _loopyc_each_of(${target} INCLUDE_DIRECTORIES "-I" includes)
  _loopyc_folder(${target} folder)
  # $<COMPILE_LANGUAGE> may stand in these properties, so that each language
  # gets a file; that of Fortran is used.
  file(GENERATE OUTPUT "${folder}/options-$<COMPILE_LANGUAGE>-$<CONFIG>"
    CONTENT "'${text}'\n${definitions}${includes}" TARGET ${target})
endfunction()

# A line 'PREFIX...' for each value of a list property.
function(_loopyc_each_of target property prefix result)
  set(values "$<TARGET_PROPERTY:${target},${property}>")
  set(${result}
    "$<$<BOOL:${values}>:'${prefix}$<JOIN:${values},'\n'${prefix}>'\n>" PARENT_SCOPE)
endfunction()

# Where the outputs for a target lie.
function(_loopyc_folder target result)
  set(${result} "${CMAKE_CURRENT_BINARY_DIR}/loopyc/${target}" PARENT_SCOPE)
endfunction()

function(_loopyc_translate target sources)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.(loopy|py)$")
      _loopyc_translate_kernels(${target} "${source}")
    else()
      _loopyc_translate_source(${target} "${source}")
    endif()
  endforeach()
  _loopyc_link(${target})
endfunction()

# Where the outputs of a source go; their folder is made.
function(_loopyc_prefix target source result)
  _loopyc_folder(${target} folder)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    OUTPUT_VARIABLE shown)
  string(REPLACE ".." "up" prefix "${folder}/${shown}")
  cmake_path(REMOVE_EXTENSION prefix LAST_ONLY)
  cmake_path(GET prefix PARENT_PATH directory)
  file(MAKE_DIRECTORY "${directory}")
  set(${result} "${prefix}" PARENT_SCOPE)
  set(shown "${shown}" PARENT_SCOPE)
endfunction()

# One run of loopyc of a file of kernels: launchers, and the header, which
# declares them.
function(_loopyc_translate_kernels target source)
  _loopyc_prefix(${target} "${source}" prefix)
  _loopyc_outputs("${prefix}" outputs)
  _loopyc_folder(${target} folder)
  set(options "${folder}/options-C-$<CONFIG>")
  add_custom_command(OUTPUT ${outputs}
    COMMAND loopyc::loopyc "@${options}"
      -MD -MF "${prefix}.d" -MQ "${prefix}.h" -o "${prefix}" "${source}"
    DEPENDS "${source}" ${LOOPYC_SCRIPT} "${options}" loopyc::loopyc
    DEPFILE "${prefix}.d"
    COMMENT "Translating ${shown}" VERBATIM)
  _loopyc_code_properties("${prefix}")
  set_property(TARGET ${target} APPEND PROPERTY SOURCES ${outputs})
  cmake_path(GET prefix PARENT_PATH folders)
  foreach(name IN LISTS LOOPYC_TARGETS)
    cmake_language(CALL _loopyc_${name}_header_folders own)
    list(APPEND folders ${own})
  endforeach()
  set_property(TARGET ${target} APPEND PROPERTY INCLUDE_DIRECTORIES ${folders})
  list(TRANSFORM folders REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
  set_property(TARGET ${target} APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES ${folders})
endfunction()

# One run of loopyc; its outputs become sources of the target.
function(_loopyc_translate_source target source)
  _loopyc_prefix(${target} "${source}" prefix)
  _loopyc_outputs("${prefix}" outputs)
  _loopyc_folder(${target} folder)
  set(options "${folder}/options-Fortran-$<CONFIG>")
  get_source_file_property(definitions "${source}" COMPILE_DEFINITIONS)
  if(definitions)
    list(TRANSFORM definitions PREPEND "-D")
  else()
    set(definitions)
  endif()
  add_custom_command(OUTPUT "${prefix}_stub.f90" ${outputs}
    COMMAND loopyc::loopyc "@${options}" ${definitions}
      -MD -MF "${prefix}.d" -MQ "${prefix}_stub.f90" -o "${prefix}" "${source}"
    DEPENDS "${source}" ${LOOPYC_SCRIPT} "${options}" loopyc::loopyc
    DEPFILE "${prefix}.d"
    COMMENT "Translating ${shown}" VERBATIM)

  cmake_path(GET source PARENT_PATH home)
  _loopyc_stub_properties("${source}" "${prefix}_stub.f90" "${home};${LOOPYC_INCLUDES}")
  _loopyc_code_properties("${prefix}")
  set_property(TARGET ${target} APPEND PROPERTY SOURCES "${prefix}_stub.f90" ${outputs})
endfunction()

# A stub is preprocessed already and in free form; other options are those of
# the source, and so is the first place for its include lines.
function(_loopyc_stub_properties source stub directories)
  set_source_files_properties("${stub}" PROPERTIES
    Fortran_FORMAT FREE INCLUDE_DIRECTORIES "${directories}")
  foreach(property COMPILE_OPTIONS COMPILE_FLAGS)
    get_source_file_property(value "${source}" ${property})
    if(value)
      set_source_files_properties("${stub}" PROPERTIES ${property} "${value}")
    endif()
  endforeach()
endfunction()
