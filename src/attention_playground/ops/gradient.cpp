#include "attention_playground/ops/gradient.hpp"

#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/sum_to.hpp"

namespace ap {

void Gradient::give_broadcast(int number, GradientValue a) {
  if (!wants(number)) return;
  const Dims& own = shape(input(number));
  if (shape(a) == own)
    give(number, ops::alias, {a});
  else
    give(number, ops::sum_to, {a}, ops::summed_to(own, shape(a)));
}

void Gradient::give_broadcast(int number, GradientValue a, GradientValue b) {
  if (!wants(number)) return;
  const Dims& own = shape(input(number));
  if (shape(a) == own)
    give(number, ops::multiply, {a, b});
  else
    give(number, ops::sum_to, {a, b}, ops::summed_to(own, shape(a)));
}

void Gradient::give_product(int number, const Operation& product, GradientValue a,
                            GradientValue b) {
  if (!wants(number)) return;
  const Dims own = shape(input(number));
  const Layout* const layouts[] = {&layout(a), &layout(b)};
  if (product.layout({layouts, 2}, no_attributes).shape == own)
    return give(number, product, {a, b});
  const GradientValue each = aid(aids::product_of_each, product, {a, b});
  give(number, ops::sum_to, {each}, ops::summed_to(own, shape(each)));
}

}  // namespace ap
