// What a server component gets in place of an element: there it would do nothing, and say nothing.

throw new Error(
  'attention-playground: a server component cannot show an element. Import it from "attention-playground/react", ' +
    'or begin the file that imports it with "use client".',
);
