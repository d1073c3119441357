// Rules for web/ beyond what the compiler and prettier see: TypeScript, Lit's templates, custom elements, accessibility.

import lit from 'eslint-plugin-lit';
import a11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';
import { noArithmeticOnData } from './scripts/checks/no-arithmetic-on-data.mjs';

const unused = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' };
const errors = (...names) => Object.fromEntries(names.map((name) => [name, 'error']));

/** Files that turn data into something to look at, each with the reason. */
export const drawsData = {
  'web/styles/colour-scales.ts': 'numbers become colours',
  'web/styles/srgb.ts': 'colours become colours that every program knows',
  'web/figures/chart/axis.ts': 'numbers become positions in a chart',
  'web/figures/chart/line.ts': 'numbers become positions on a line',
  'web/figures/rotation/plane.ts': 'numbers become positions in a plane',
  'web/trace/numbers.ts': 'numbers become text',
};
/** What drawing needs of Math on numbers that are no data: rounding, clamping, distances. */
const ofMath = [
  ...['abs', 'ceil', 'floor', 'fround', 'hypot', 'max', 'min', 'round', 'sign', 'trunc', 'PI'],
];

/** Files of texts, in which nothing is computed and nothing is waited for. */
const texts = ['web/i18n/{en,zh}/**', 'web/**/texts/**'];

/** The rules, with what the compiler knows of types: of the project, or of a program that a test has made. */
export const rulesWith = (types) =>
  tseslint.config(
    { ignores: ['**/generated/**', 'web/site/.vitepress/**'] },
    {
      // A promise that nobody waits for hides what goes wrong, and that it comes late. These two ask the compiler for types.
      files: ['web/**/*.ts'],
      ignores: texts,
      languageOptions: { parserOptions: types },
      rules: errors(
        '@typescript-eslint/no-floating-promises',
        '@typescript-eslint/no-misused-promises',
      ),
    },
    {
      // Every number on screen is computed by the kernels.
      files: ['web/**/*.ts'],
      ignores: [...texts, ...Object.keys(drawsData)],
      languageOptions: { parserOptions: types },
      plugins: { own: { rules: { 'no-arithmetic-on-data': noArithmeticOnData } } },
      rules: {
        'own/no-arithmetic-on-data': 'error',
        'no-restricted-properties': [
          'error',
          { object: 'Math', allowProperties: ofMath, message: 'It is left to the kernels.' },
        ],
      },
    },
    {
      files: ['web/**/*.ts'],
      extends: [
        ...tseslint.configs.recommended,
        lit.configs['flat/recommended'],
        wc.configs['flat/recommended'],
        a11y.configs.recommended,
      ],
      rules: {
        '@typescript-eslint/no-unused-vars': ['error', unused],
        // An empty interface gives a mapped type a name of its own, which error messages and declarations show.
        '@typescript-eslint/no-empty-object-type': [
          'error',
          { allowInterfaces: 'with-single-extends' },
        ],
        // The element's accessors are made from the table of settings, so an interface declares them.
        '@typescript-eslint/no-unsafe-declaration-merging': 'off',
        'no-restricted-syntax': [
          'error',
          {
            selector:
              'TaggedTemplateExpression[tag.name=/^(html|svg)$/] TemplateElement[value.raw=/\\sstyle=/]',
            message:
              'Content policies forbid style attributes: write .style=, which sets the same through the CSSOM.',
          },
        ],
        ...errors(
          'lit/lifecycle-super',
          'lit/no-legacy-imports',
          'lit/no-useless-template-literals',
          'lit/prefer-nothing',
          'lit/value-after-constraints',
          'wc/no-child-traversal-in-connectedcallback',
          'wc/no-closed-shadow-root',
          'wc/no-constructor-params',
          'wc/no-typos',
        ),
      },
    },
  );

export default rulesWith({ projectService: true, tsconfigRootDir: import.meta.dirname });
