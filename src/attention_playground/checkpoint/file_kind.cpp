#include "attention_playground/checkpoint/file_kind.hpp"

#include <algorithm>
#include <cctype>

namespace ap {

namespace {

constexpr const char* another_file =
    "a safetensors file: look at what was opened, and at its address";
constexpr const char* converted =
    "a safetensors file: in Python, safetensors.torch.save_file(model.state_dict(), path)";
constexpr const char* from_arrays =
    "a safetensors file: in Python, safetensors.numpy.save_file(arrays by name, path)";
constexpr const char* from_numpy =
    "a safetensors file: in Python, safetensors.numpy.save_file(dict(np.load(path)), path)";

using Matches = bool (*)(std::string_view start);

template <char... letters>
bool begins(std::string_view start) {
  constexpr char magic[] = {letters...};
  return start.starts_with(std::string_view(magic, sizeof magic));
}

bool is_empty(std::string_view start) { return start.empty(); }

/// A zip's first file has its name from byte 30 on.
bool is_zip_of(std::string_view start, std::string_view part) {
  return begins<'P', 'K', 3, 4>(start) && start.find(part, 30) != start.npos;
}
bool is_torch_zip(std::string_view start) {
  return is_zip_of(start, "/data.pkl") || is_zip_of(start, "/data/");
}
bool is_numpy_zip(std::string_view start) { return is_zip_of(start, ".npy"); }

bool is_pickle(std::string_view start) {
  return start.size() > 1 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
}

/// Protocol buffers: the version of the format, then the name of the program that wrote it.
bool is_onnx(std::string_view start) {
  return start.size() > 2 && start[0] == 8 && start[1] > 0 && start[1] < 32 &&
         (start[2] == 0x12 || start[2] == 0x3A);
}

std::string_view without_space(std::string_view text) {
  const auto first = std::find_if(text.begin(), text.end(), [](char letter) {
    return std::isspace(static_cast<unsigned char>(letter)) == 0;
  });
  return text.substr(static_cast<std::size_t>(first - text.begin()));
}

bool is_html(std::string_view start) { return without_space(start).starts_with('<'); }
bool is_index(std::string_view start) {
  return without_space(start).starts_with('{') && start.find("\"weight_map\"") != start.npos;
}
bool is_json(std::string_view start) {
  const std::string_view text = without_space(start);
  return text.starts_with('{') || text.starts_with('[');
}
bool is_lfs(std::string_view start) {
  return start.starts_with("version https://git-lfs.github.com");
}

struct Known {
  Matches matches;
  FileKind kind;
};

// The first that matches; text comes last.
constexpr Known known_kinds[] = {
    {is_empty, {"an empty file", another_file}},
    {is_torch_zip, {"a zip archive that torch.save wrote (.pt, .pth, .bin)", converted}},
    {is_numpy_zip, {"a zip archive of NumPy arrays (.npz)", from_numpy}},
    {begins<'P', 'K', 3, 4>, {"a zip archive", "the safetensors file in it"}},
    {begins<'P', 'K', 5, 6>, {"an empty zip archive", another_file}},
    {is_pickle, {"a pickle, as old versions of torch.save write it", converted}},
    {begins<'\x93', 'N', 'U', 'M', 'P', 'Y'>, {"a NumPy array (.npy)", from_arrays}},
    {begins<'G', 'G', 'U', 'F'>,
     {"a GGUF file, of llama.cpp", "the safetensors file that it was made of"}},
    {begins<'\x89', 'H', 'D', 'F', '\r', '\n', '\x1A', '\n'>,
     {"an HDF5 file, of Keras (.h5)", from_arrays}},
    {begins<'\x1F', '\x8B'>, {"a gzip archive", "what is in it: gunzip it first"}},
    {is_lfs,
     {"a pointer of Git LFS, which stands in place of the file",
      "the file itself: git lfs pull, or its address with /resolve/ in place of /blob/"}},
    {is_html, {"a page of HTML, such as a server's answer for a wrong address", another_file}},
    {is_index, {"the index of a model in several files", "these files, joined to one"}},
    {is_json, {"JSON", another_file}},
    {is_onnx,
     {"an ONNX model", "a safetensors file of the program that the model was exported from"}},
};

}  // namespace

const FileKind* kind_of_file(ByteView bytes) {
  constexpr std::size_t enough = 4096;
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()),
                               std::min(bytes.size(), enough));
  for (const Known& known : known_kinds)
    if (known.matches(start)) return &known.kind;
  return nullptr;
}

}  // namespace ap
