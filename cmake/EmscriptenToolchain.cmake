# Finds the Emscripten on PATH (Debian's or an emsdk) and hands over to the toolchain file it ships.

find_program(EM_CONFIG em-config)
if(NOT EM_CONFIG)
  message(FATAL_ERROR "em-config was not found. Install Emscripten (Debian: emscripten) or put an "
                      "activated emsdk on PATH.")
endif()
execute_process(COMMAND ${EM_CONFIG} EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE emscripten_root OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)
