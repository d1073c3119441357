/** The panel of numbers that its page gives. */
export const texts = {
  panel: 'Attention, step by step',
  nothing:
    'There are no numbers yet: this panel shows those that its page gives it, as the property “source”.',
};

export type Texts = typeof texts;
