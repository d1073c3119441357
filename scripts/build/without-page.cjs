// What is required of an element does nothing where no page can be drawn, as in tests in Node or jsdom, and says so where there
// is a page. Where one could be drawn that would be too little.

if (typeof CanvasRenderingContext2D !== 'undefined' && typeof ResizeObserver !== 'undefined')
  throw new Error(
    'attention-playground: require() gets no elements. Write import "attention-playground/element", and so for the others.',
  );
if (typeof document === 'object')
  console.info('attention-playground: no elements here, as nothing can be drawn');
