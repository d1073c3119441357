#include "attention_playground/tensor/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

Error::Error(ErrorCode kind, std::string wrong, std::string given, std::string accepted)
    : code(kind),
      argument(std::move(wrong)),
      actual(std::move(given)),
      expected(std::move(accepted)),
      message_(argument + ": " + actual + ", expected " + expected) {}

const char* name_of(ErrorCode code) {
  static constexpr std::array names = {"rank",  "shape",   "size",     "not_finite", "heads",
                                       "range", "missing", "conflict", "overflow",   "memory",
                                       "step",  "index",   "view",     "file"};
  return names[static_cast<std::size_t>(code)];
}

std::string to_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "−∞" : "∞";
  constexpr double largest_exact = 9007199254740992.0;  // 2^53
  if (std::fabs(number) >= largest_exact) return number < 0 ? "below −2^53" : "above 2^53";
  const bool negative = number < 0;
  const double size = std::fabs(number);
  auto whole = static_cast<long long>(size);
  auto millionths = static_cast<long long>((size - static_cast<double>(whole)) * 1e6 + 0.5);
  if (millionths == 1000000) {
    millionths = 0;
    ++whole;
  }
  std::string text = (negative ? "−" : "") + std::to_string(whole);
  if (millionths == 0) return text;
  std::string digits = std::to_string(1000000 + millionths).substr(1);
  while (digits.back() == '0') digits.pop_back();
  return text + "." + digits;
}

std::string first_of(std::span<const std::string> names,
                     std::string (*show)(const std::string& name)) {
  constexpr std::size_t most = 3;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), most))) {
    if (!text.empty()) text += ", ";
    text += show == nullptr ? name : show(name);
  }
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

void Piece::append_to(std::string& text) const {
  if (kind_ == Kind::words) text += words_;
  if (kind_ == Kind::number) text += to_text(number_);
  if (kind_ == Kind::dims) text += to_text(*dims_);
}

namespace {

std::string joined(Pieces pieces) {
  std::string text;
  for (const Piece& piece : pieces) piece.append_to(text);
  return text;
}

}  // namespace

void fail(ErrorCode code, Words argument, Pieces actual, Pieces expected) {
  throw Error(code, argument.text, joined(actual), joined(expected));
}

}  // namespace ap
