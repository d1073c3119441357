# The core and its embind bindings, for web/engine, as two modules of .js and .wasm: attention-playground.wasm,
# and attention-playground-training.wasm, which has everything of the first and trains. They share no memory.

file(GLOB binding_sources CONFIGURE_DEPENDS src/bindings/*.cpp)
if(NOT binding_sources)
  return()
endif()
file(GLOB training_binding_sources CONFIGURE_DEPENDS src/bindings/training/*.cpp)

set(module_link_options
  # Of Binaryen's passes and of what link-time optimisation inlines: the kernels are done by then.
  # Below what the sources are compiled with: helpers that many files call stay functions.
  -Oz "LINKER:-mllvm,-inline-threshold=-60"
  # Imports and exports keep their names, which -Oz would otherwise number anew in each module: one glue
  # serves all.
  -lexports.js
  --bind
  "SHELL:-s MODULARIZE=1"
  "SHELL:-s EXPORT_ES6=1"
  "SHELL:-s EXPORT_NAME=createModule"
  "SHELL:-s ENVIRONMENT=web,worker"
  "SHELL:-s FILESYSTEM=0"
  # Without generated functions the page needs no 'unsafe-eval' in its content security policy.
  "SHELL:-s DYNAMIC_EXECUTION=0"
  "SHELL:-s EXPORTED_RUNTIME_METHODS=['HEAPF32','HEAP32','HEAPU8']"
  # All that web/engine tells the glue; and every engine with SIMD has a TextDecoder.
  "SHELL:-s INCOMING_MODULE_JS_API=['instantiateWasm']"
  "SHELL:-s TEXTDECODER=2"
  # Memory grows by what is asked for, not by a fifth of all there is.
  "SHELL:-s MEMORY_GROWTH_LINEAR_STEP=1048576"
  "SHELL:-s ${attention_stack_setting}=1048576")

# web/engine finds the .wasm itself. A second search in the glue would only make bundlers look for
# a file that is not beside it. Later versions have no such setting.
if(EMSCRIPTEN_VERSION VERSION_LESS 4)
  list(APPEND module_link_options "SHELL:-s USE_ES6_IMPORT_META=0")
endif()

# A module of these sources, and of what they need of the library.
function(add_wasm_module name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE attention_playground attention_flags)
  target_compile_options(${name} PRIVATE ${small_flags})
  target_link_options(${name} PRIVATE ${module_link_options})
  build_quickly(${name} PRIVATE ${standard_headers} <emscripten/bind.h>)
endfunction()

add_wasm_module(attention-playground ${binding_sources})
add_wasm_module(attention-playground-training ${training_binding_sources}
  $<TARGET_OBJECTS:attention-playground>)

# ---- the same with relaxed SIMD, where the toolchain can ----

include(cmake/RelaxedSimd.cmake)
# scripts/build looks here for what there is to take: nothing of an earlier toolchain may stay.
set(relaxed_folder ${PROJECT_BINARY_DIR}/relaxed)
if(NOT ATTENTION_RELAXED_SIMD_FLAGS)
  file(REMOVE_RECURSE ${relaxed_folder})
  return()
endif()
file(MAKE_DIRECTORY ${relaxed_folder})

# Only the kernels are compiled anew. Everything has the names, the flags and the order of the strict
# module, because one glue must fit both.
get_target_property(kernel_flags attention_kernels COMPILE_OPTIONS)
add_library(attention_kernels_relaxed OBJECT ${kernel_sources})
target_include_directories(attention_kernels_relaxed PRIVATE src)
target_compile_options(attention_kernels_relaxed PRIVATE ${kernel_flags} ${ATTENTION_RELAXED_SIMD_FLAGS})
target_link_libraries(attention_kernels_relaxed PRIVATE attention_flags)
build_quickly(attention_kernels_relaxed PRIVATE ${standard_headers})
add_library(attention_playground_relaxed STATIC
  $<TARGET_OBJECTS:attention_playground> $<TARGET_OBJECTS:attention_kernels_relaxed>)
target_link_libraries(attention_playground_relaxed PUBLIC attention_flags)

function(add_relaxed_module name)
  add_executable(${name}-relaxed $<TARGET_OBJECTS:attention-playground> ${ARGN})
  target_link_libraries(${name}-relaxed PRIVATE attention_playground_relaxed)
  target_link_options(${name}-relaxed PRIVATE ${module_link_options} -mrelaxed-simd)
  set_target_properties(${name}-relaxed PROPERTIES
    LINKER_LANGUAGE CXX OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${relaxed_folder})
  add_custom_command(TARGET ${name}-relaxed POST_BUILD
    COMMAND node ${relaxed_simd_module} ${relaxed_folder}/${name}.wasm)
endfunction()

set_target_properties(attention_playground_relaxed PROPERTIES LINKER_LANGUAGE CXX)
add_relaxed_module(attention-playground)
add_relaxed_module(attention-playground-training $<TARGET_OBJECTS:attention-playground-training>)
