#include "attention_playground/steps/fusions.hpp"

#include <algorithm>

#include "attention_playground/tensor/order.hpp"

namespace ap {

namespace {

constexpr int nobody = -1;

/// Who reads a step: nobody, one fusion, or others.
class Readers {
 public:
  Readers(const PlanBuilder& builder, const std::vector<Fusion>& fusions,
          std::span<const StepId> kept)
      : builder_(builder), fusions_(fusions), fusion_of_(as_size(builder.count()), nobody) {
    for (std::size_t i = 0; i < fusions.size(); ++i)
      for (StepId id = fusions[i].first; id <= fusions[i].last; ++id)
        fusion_of_[as_size(id)] = static_cast<int>(i);
    read_.resize(as_size(builder.count()));
    for (const StepId id : kept) read_[as_size(id)] = 1;
    for (StepId id = builder.count() - 1; id >= 0; --id) follow(id);
  }

  const std::vector<char>& read() const { return read_; }

  /// A fusion of which a step that it does not give is read outside, or −1.
  int broken() const {
    for (std::size_t i = 0; i < fusions_.size(); ++i) {
      const auto& outputs = fusions_[i].outputs;
      for (StepId id = fusions_[i].first; id <= fusions_[i].last; ++id) {
        const bool is_given = std::find(outputs.begin(), outputs.end(), id) != outputs.end();
        if (read_[as_size(id)] != 0 && !is_given && !builder_[id].is_supplied())
          return static_cast<int>(i);
      }
    }
    return nobody;
  }

 private:
  /// Marks what a step reads that is itself read, or what a kernel reads at its last step.
  void follow(StepId id) {
    const int fusion = fusion_of_[as_size(id)];
    if (fusion == nobody) {
      if (read_[as_size(id)] != 0)
        for (const StepId input : builder_[id].inputs) read_[as_size(input)] = 1;
    } else if (fusions_[as_size(fusion)].last == id) {
      for (const StepId input : fusions_[as_size(fusion)].inputs) read_[as_size(input)] = 1;
    }
  }

  const PlanBuilder& builder_;
  const std::vector<Fusion>& fusions_;
  std::vector<int> fusion_of_;
  std::vector<char> read_;  // by a step outside of its fusion, or kept
};

}  // namespace

std::vector<Fusion> fusions_that_hold(const PlanBuilder& builder, std::vector<Fusion> fusions,
                                      std::span<const StepId> kept) {
  std::vector<Fusion> chosen;
  for (const std::size_t place : order_of(fusions.size(), [&](std::size_t a, std::size_t b) {
         return fusions[a].first < fusions[b].first;
       })) {
    Fusion& fusion = fusions[place];
    if (chosen.empty() || chosen.back().last < fusion.first) chosen.push_back(std::move(fusion));
  }
  // Without one, its steps read others, which may be inner steps of another.
  for (int broken = 0; broken != nobody;) {
    broken = Readers(builder, chosen, kept).broken();
    if (broken != nobody) chosen.erase(chosen.begin() + broken);
  }
  return chosen;
}

std::vector<char> steps_read(const PlanBuilder& builder, std::span<const StepId> kept) {
  return Readers(builder, builder.fusions(), kept).read();
}

}  // namespace ap
