// Angular: its builder compiles the package without a warning, and copies what the scripts ask for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { document } from '../support/html.mjs';
import { onlyBlock } from '../support/guide.mjs';
import { testHost } from '../support/host.mjs';

const version = '22.2.6';
const own = ['build', 'cli', 'common', 'compiler', 'compiler-cli', 'core', 'platform-browser'];

/** A workspace with the guide's assets. */
const workspace = (assets) => ({
  version: 1,
  projects: {
    course: {
      projectType: 'application',
      root: '',
      architect: {
        build: {
          builder: '@angular/build:application',
          options: {
            outputPath: 'www',
            index: 'src/index.html',
            browser: 'src/main.ts',
            tsConfig: 'tsconfig.json',
            assets,
          },
        },
      },
    },
  },
});

const compilerOptions = {
  target: 'ES2022',
  module: 'preserve',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
  strict: true,
  types: [],
  experimentalDecorators: true,
};

testHost('Angular', {
  id: 'angular',
  versions: {
    ...Object.fromEntries(own.map((name) => [`@angular/${name}`, version])),
    rxjs: '7.8.2',
    tslib: '2.9.1',
    typescript: '6.0.3',
  },
  node: '22.23.5',
  files: (section) => ({
    'angular.json': JSON.stringify(workspace(JSON.parse(`{${onlyBlock(section, 'json')}}`).assets)),
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['src/main.ts'] }),
    'src/index.html': document('<app-root></app-root>'),
  }),
  www: 'www/browser',
  also: (host) => {
    test('the build warns of nothing', () => assert.doesNotMatch(host.project.output, /warning/i));
  },
});
