// Step 4: the package's readable modules, its type declarations, and the manifest of its elements.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import { mustRun, root } from '../lib/run.mjs';
import { assetsSource } from './assets.mjs';
import { namedModules } from './declarations.mjs';
import {
  elementDeclaration,
  jsxDeclaration,
  svelteDeclaration,
  vueDeclaration,
} from './element-types.mjs';
