// Styles in web/, in css`…` of modules and in style sheets: `npm run check:styles`.

import { readFileSync } from 'node:fs';
import ts from 'typescript';
import styleRules from './scripts/checks/style-rules.mjs';

/** The constants of web/styles/sizes.ts. */
async function readSizes() {
  const module = readFileSync(new URL('web/styles/sizes.ts', import.meta.url), 'utf8');
  const { outputText } = ts.transpileModule(module, { compilerOptions: { module: 'esnext' } });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

const { textSizes, breakpoints } = await readSizes();
const named = Object.keys(textSizes).join('|');

const allowed = (values, message) => [values, { message }];

/** What postcss-lit puts where a module has an expression. */
const expression = /POSTCSS_LIT/;

export default {
  extends: 'stylelint-config-recommended',
  plugins: styleRules,
  ignoreFiles: ['**/generated/**'],
  rules: {
    // A style sheet is in the order of what it describes.
    'no-descending-specificity': null,
    'declaration-property-value-allowed-list': allowed(
      {
        'font-size': ['inherit', ...Object.values(textSizes).map((size) => `${size}px`)],
        font: 'inherit',
      },
      'The text sizes are those of web/styles/sizes.ts',
    ),
    'attention-playground/breakpoints': [Object.values(breakpoints).map((width) => `${width}px`)],
  },
  overrides: [
    {
      files: ['**/*.ts'],
      customSyntax: 'postcss-lit',
      rules: {
        'declaration-property-value-allowed-list': allowed(
          {
            'font-size': [
              'inherit',
              new RegExp(`^var\\(--ap-text-(${named})\\)$`),
              // Computed from the room of a cell or from the zoom of a picture.
              /^var\(--(digits|figure|label)\)$/,
            ],
            font: [
              'inherit',
              new RegExp(`^((\\d+|bold|italic) )?var\\(--ap-text-(${named})\\)( |$)`),
            ],
          },
          'The text sizes are var(--ap-text-xs) and so on, of web/styles/sizes.ts',
        ),
        // They come from web/styles/breakpoints.ts, as expressions.
        'attention-playground/breakpoints': [[]],
        'attention-playground/no-dead-selectors': true,
        'at-rule-prelude-no-invalid': null,
        'declaration-property-value-no-unknown': [
          true,
          { ignoreProperties: { '/.+/': expression } },
        ],
        'selector-type-no-unknown': [
          true,
          { ignore: ['custom-elements'], ignoreTypes: [expression] },
        ],
      },
    },
  ],
};
