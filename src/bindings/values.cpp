#include "bindings/values.hpp"

#include <emscripten/emscripten.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace ap::bindings {

namespace {

/// Copies a typed array into a list; false if JavaScript has no memory for that. Its error is
/// caught there: on its way through C++ it would leak the stack and leave what it passes half done.
EM_JS(bool, copy_into, (emscripten::EM_VAL list, emscripten::EM_VAL view), {
  try {
    Emval.toValue(list).push(Emval.toValue(view).slice());
    return true;
  } catch (error) {
    return false;
  }
});

template <typename Number>
val copied(const Number* data, std::size_t count) {
  const val list = val::array();
  const val view(emscripten::typed_memory_view(count, data));
  if (!copy_into(list.as_handle(), view.as_handle())) throw std::bad_alloc();
  return list[0];
}

/// The core's names of parameters, each followed by its name in the npm API. One text, because a
/// table of pointers would double the size.
constexpr char wordings[] =
    "attention_width\0attentionWidth\0"
    "attn_mask\0attnMask\0"
    "d_k\0dK\0"
    "d_model\0dModel\0"
    "d_v\0dV\0"
    "dim_feedforward\0dimFeedforward\0"
    "dropout_mask\0dropoutMask\0"
    "dropout_p\0dropoutP\0"
    "final_norm\0finalNorm\0"
    "key_padding_mask\0keyPaddingMask\0"
    "label_smoothing\0labelSmoothing\0"
    "layer_norm_eps\0layerNormEps\0"
    "max_length\0maxLength\0"
    "memory.ids\0memoryTokens\0"
    "memory.vectors\0memory\0"
    "memory_masks.attn_mask\0memoryMask\0"
    "memory_masks.key_padding_mask\0memoryKeyPaddingMask\0"
    "multihead_attn\0multiheadAttn\0"
    "normalized_shape\0normalizedShape\0"
    "num_decoder_layers\0numDecoderLayers\0"
    "num_encoder_layers\0numEncoderLayers\0"
    "num_heads\0numHeads\0"
    "output_width\0outputWidth\0"
    "raw_values\0rawValues\0"
    "self_attn\0selfAttn\0"
    "source.ids\0source\0"
    "source.vectors\0src\0"
    "source_vocabulary\0sourceVocabulary\0"
    "src_masks.attn_mask\0srcMask\0"
    "src_masks.key_padding_mask\0srcKeyPaddingMask\0"
    "target.ids\0target\0"
    "target.vectors\0tgt\0"
    "tgt_masks.attn_mask\0tgtMask\0"
    "tgt_masks.key_padding_mask\0tgtKeyPaddingMask\0"
    "tokens\0prompt\0"
    "top_k\0topK\0"
    "x.ids\0tokens\0"
    "x.vectors\0x\0";

/// The error of the last failed call; longer texts are cut.
class Failure {
 public:
  const char* text() const { return text_; }

  void begin(const char* code) {
    length_ = 0;
    add(code);
  }
  void add(const char* text, std::size_t count) {
    count = std::min(count, sizeof text_ - 1 - length_);
    std::memcpy(text_ + length_, text, count);
    text_[length_ += count] = '\0';
  }
  void add(const char* text) { add(text, std::strlen(text)); }
  void end_field() { add(&field_end, 1); }

 private:
  std::size_t length_ = 0;
  char text_[1024];
};
Failure last_failure;

/// Adds a parameter of a call, "self_attn.wq", with its npm name; the path of a step stays
/// unchanged.
void add_worded(const char* name) {
  for (const char* core = wordings; *core != '\0';) {
    const std::size_t length = std::strlen(core);
    const char* const npm = core + length + 1;
    if (std::strncmp(name, core, length) == 0 && (name[length] == '\0' || name[length] == '.')) {
      last_failure.add(npm);
      name += length;
      break;
    }
    core = npm + std::strlen(npm) + 1;
  }
  last_failure.add(name);
}

void note(const Error& error) {
  last_failure.begin(name_of(error.code));
  last_failure.end_field();
  add_worded(error.argument.c_str());
  last_failure.end_field();
  last_failure.add(error.actual.c_str());
  last_failure.end_field();
  // One of these texts also ends in a parameter: "a divisor of 6, d_model".
  const std::string& expected = error.expected;
  const std::size_t last = expected.ends_with(" d_model") ? expected.size() - 7 : 0;
  last_failure.add(expected.c_str(), last);
  add_worded(expected.c_str() + last);
}

}  // namespace

std::uintptr_t failure_address() { return reinterpret_cast<std::uintptr_t>(last_failure.text()); }

void note_failure() {
  try {
    throw;
  } catch (const Error& error) {
    note(error);
  } catch (...) {
    // Only bad_alloc is left, or length_error for a list longer than memory.
    last_failure.begin(
        "memory\x1fshape\x1fno memory left\x1f"
        "a call that needs less memory");
  }
}

Index cell_of(double position, Index count) {
  require(position >= 0 && position < static_cast<double>(count), ErrorCode::index, "index",
          {position}, {"a position from 0 to below ", count});
  return static_cast<Index>(position);
}

val guarded(Callback<val()> body) {
  try {
    return body();
  } catch (...) {
    note_failure();
    return val::undefined();
  }
}

val numbers_value(const std::vector<double>& numbers) {
  return copied(numbers.data(), numbers.size());
}

val extent_value(const Extent& extent) {
  return numbers_value({extent.low, extent.high, extent.reach});
}

val integers_value(const std::vector<int>& numbers) {
  return copied(numbers.data(), numbers.size());
}

val floats_value(const float* data, Index count) {
  return copied(data, static_cast<std::size_t>(count));
}

val text_value(const std::string& text) {
  return copied(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

val bytes_value(const std::vector<std::uint8_t>& bytes) {
  return copied(bytes.data(), bytes.size());
}

val tensor_value(const Tensor& tensor) {
  const Tensor rows = tensor.contiguous();
  val result = val::object();
  result.set("shape", integers_value({rows.shape().begin(), rows.shape().end()}));
  result.set("data", floats_value(rows.data(), rows.count()));
  return result;
}

}  // namespace ap::bindings
