import type { StepText } from '../../../i18n/step-text.js';

/** 由其他程序算出的步骤。 */
export const steps = {
  given_weights: {
    title: '注意力权重',
    text: '这些权重由外部给出，并非在此计算：每个查询从各个键的值中取多少。无论各行之和是否为 1，都按原样显示。',
  },
} satisfies Record<string, StepText>;
