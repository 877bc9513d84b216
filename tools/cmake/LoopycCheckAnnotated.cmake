# Part of a build: are the annotated sources those that were known when the
# project was configured? See LoopycAnnotated.cmake.
cmake_minimum_required(VERSION 3.21)
include("${CMAKE_CURRENT_LIST_DIR}/LoopycAnnotated.cmake")
include("${FOLDER}/annotated.cmake")
_loopyc_annotated("${sources}" now)
foreach(source IN LISTS sources)
  if(source IN_LIST now AND NOT source IN_LIST annotated)
    set(change "has `!$loopy` lines now")
  elseif(source IN_LIST annotated AND NOT source IN_LIST now)
    set(change "has no `!$loopy` line any more")
  else()
    continue()
  endif()
  file(TOUCH "${FOLDER}/annotations-changed")
  # The space keeps CMake from breaking the line.
  message(FATAL_ERROR " loopyc: ${source} ${change}: build again; the project will be configured anew")
endforeach()
file(TOUCH "${FOLDER}/annotations-checked")
