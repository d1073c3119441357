#include "bindings/values.hpp"

#include <cstring>
#include <exception>

namespace ap::bindings {

namespace {

template <typename Number>
val copied(const Number* data, std::size_t count) {
  return val(emscripten::typed_memory_view(count, data)).call<val>("slice");
}

/// What the core calls its parameters, each followed by what the npm API calls it. One text: a
/// table of pointers would be as large again.
constexpr char wordings[] =
    "attn_mask\0attnMask\0"
    "d_k\0dK\0"
    "d_model\0dModel\0"
    "dim_feedforward\0dimFeedforward\0"
    "dropout_p\0dropoutP\0"
    "key_padding_mask\0keyPaddingMask\0"
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
    "self_attn\0selfAttn\0"
    "source.ids\0source\0"
    "source.vectors\0src\0"
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

/// Puts a parameter of a call behind `text`, "self_attn.wq"; the path of a step stays as it is.
void append_worded(std::string& text, const char* name) {
  for (const char* core = wordings; *core != '\0';) {
    const std::size_t length = std::strlen(core);
    const char* const npm = core + length + 1;
    if (std::strncmp(name, core, length) == 0 && (name[length] == '\0' || name[length] == '.')) {
      text += npm;
      name += length;
      break;
    }
    core = npm + std::strlen(npm) + 1;
  }
  text += name;
}

std::string text_of(const Error& error) {
  std::string text = name_of(error.code);
  append_worded(text += field_end, error.argument.c_str());
  (text += field_end) += error.actual;
  text += field_end;
  // One of these texts ends in a parameter too: "a divisor of 6, d_model".
  const std::string& expected = error.expected;
  const std::size_t last = expected.ends_with(" d_model") ? expected.size() - 7 : 0;
  text.append(expected, 0, last);
  append_worded(text, expected.c_str() + last);
  return text;
}

}  // namespace

std::string caught_text() {
  try {
    throw;
  } catch (const Error& error) {
    return text_of(error);
  } catch (const std::exception&) {
    // Nothing else is thrown: bad_alloc, or length_error of a list longer than memory.
    return text_of(Error(ErrorCode::memory, "shape", "no memory left", "less at a time"));
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
    return val(caught_text());
  }
}

val numbers_value(const std::vector<double>& numbers) {
  return copied(numbers.data(), numbers.size());
}

val integers_value(const std::vector<int>& numbers) {
  return copied(numbers.data(), numbers.size());
}

val floats_value(const float* data, Index count) {
  return copied(data, static_cast<std::size_t>(count));
}

val tensor_value(const Tensor& tensor) {
  const Tensor rows = tensor.contiguous();
  val result = val::object();
  result.set("shape", integers_value({rows.shape().begin(), rows.shape().end()}));
  result.set("data", floats_value(rows.data(), rows.count()));
  return result;
}

}  // namespace ap::bindings
