// Prepares the machine: installs system packages (with apt-get if allowed) and node_modules.
// Runs before anything is installed, so it uses only Node's own modules.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfChanged } from './lib/files.mjs';
import { ask, Failure, isMain, main, mustRun, root } from './lib/run.mjs';

const oldestNode = [20, 19];
const oldestCmake = [3, 24];

/** Chromium without a window, which spares a sixth of the time that tests of pages take, or the whole of it. */
const chromiums = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's programs; the environment may name others. */
export const chromiumPath =
  process.env.CHROMIUM ?? chromiums.find((path) => existsSync(path)) ?? chromiums[0];
export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
export const pythonPath = process.env.PYTHON ?? '/usr/bin/python3';

/** What is needed by the names of Debian's packages, and whether it is there. */
const forBuilding = {
  emscripten: () => runs('em++') && runs('em-config'),
  cmake: () => atLeast(ask('cmake', ['--version'])?.match(/[\d.]+/)?.[0], oldestCmake),
  'ninja-build': () => runs('ninja'),
  'libxtensor-dev': () => hasHeader('xtensor/xtensor_config.hpp'),
  'xtl-dev': () => hasHeader('xtl/xtl_config.hpp'),
  catch2: () => hasHeader('catch2/catch.hpp') || hasHeader('catch2/catch_all.hpp'),
};
const forTesting = {
  'g++': () => runs('c++'),
  'pkg-config': () => runs('pkg-config'),
  'clang-format': () => runs('clang-format'),
  'chromium-headless-shell': () => existsSync(chromiumPath),
  'fonts-noto-cjk': () =>
    existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc') ||
    Boolean(ask('fc-list', [':lang=zh-cn', 'family'])),
  'python3-numpy': () => ask(pythonPath, ['-c', 'import numpy']) !== undefined,
  'python3-setuptools': () => ask(pythonPath, ['-c', 'import setuptools']) !== undefined,
  'python3-wheel': () => ask(pythonPath, ['-c', 'import wheel']) !== undefined,
};
/** For the tests of hosts and browsers, and for those that follow docs/how-to. */
const forHostTests = {
  'firefox-esr': () => existsSync(firefoxPath),
  'webkit2gtk-driver': () => runs('WebKitWebDriver') && miniBrowser() !== undefined,
  xvfb: () => runs('Xvfb'),
  'jupyter-nbconvert': () => runs('jupyter-nbconvert'),
  'python3-ipykernel': () => ask(pythonPath, ['-c', 'import ipykernel']) !== undefined,
  mkdocs: () => runs('mkdocs'),
  'mkdocs-material': () =>
    pythonOf('mkdocs', 'from mkdocs.utils import get_theme_names as t; assert "material" in t()'),
  'python3-sphinx': () => runs('sphinx-build'),
  'python3-myst-parser': () => pythonOf('sphinx-build', 'import myst_parser'),
  'fonts-stix': () => existsSync('/usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf'),
  'python3-fonttools': () => ask(pythonPath, ['-c', 'import fontTools']) !== undefined,
  'python3-brotli': () => ask(pythonPath, ['-c', 'import brotli']) !== undefined,
};

const pathOf = (command) => ask('sh', ['-c', `command -v ${command}`]);
const runs = (command) => pathOf(command) !== undefined;

function atLeast(version, [major, minor]) {
  const [first, second] = (version ?? '0').split('.').map(Number);
  return first > major || (first === major && second >= minor);
}

const hasHeader = (header) =>
  ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].some((folder) =>
    existsSync(join(folder, header)),
  );

/** WebKitGTK's smallest browser, which is on no PATH. */
export function miniBrowser() {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .flatMap((folder) => ['4.1', '4.0', '6.0'].map((api) => join(folder, `webkit2gtk-${api}`)))
    .map((folder) => join(libraries, folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

/** Whether the Python that runs a command can execute a statement. */
function pythonOf(command, statement) {
  const path = pathOf(command);
  const python = path && readFileSync(path, 'utf8').match(/^#!(\S+)/)?.[1];
  return python !== undefined && ask(python, ['-c', statement]) !== undefined;
}

/** How apt-get can be called here: as root, with sudo without a password, or not at all. */
function aptCommand() {
  if (!runs('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  if (ask('sudo', ['-n', 'true']) !== undefined) return ['sudo', '-n', 'apt-get'];
  return undefined;
}

async function installSystemPackages(needs) {
  const missing = () => Object.keys(needs).filter((name) => !needs[name]());
  const packages = missing();
  if (packages.length === 0) return;
  const apt = aptCommand();
  if (!apt) {
    throw new Failure(
      `Missing, by Debian's names: ${packages.join(', ')}.\nOn Debian, install them with\n` +
        `  sudo apt-get install --no-install-recommends ${packages.join(' ')}\n` +
        `Elsewhere, an activated emsdk on PATH serves as well as Debian's emscripten, and CMake has to be ${oldestCmake.join('.')} or later.`,
    );
  }
  console.log(`Installing ${packages.join(' ')}`);
  const [command, ...before] = apt;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await mustRun(command, [...before, 'update', '-q'], { env, quiet: true });
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  await mustRun(command, [...before, ...install], { env, quiet: true });
  if (missing().length > 0)
    throw new Failure(`Still missing after apt-get: ${missing().join(', ')}`);
}

/** Installs what the lock file of a folder of the repository names, unless it is installed. */
export async function installNodeModules(folder = '.') {
  const cwd = join(root, folder);
  const installed = join(cwd, 'node_modules/.package-lock.json');
  const lock = join(cwd, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error(`Installing npm packages${folder === '.' ? '' : ` into ${folder}`}`);
  // No package needs its install script: esbuild finds its binary without one.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await mustRun('npm', ['ci', ...options], { cwd, quiet: true });
}

/** Tools that the machine brings: what is kept of earlier results holds only for their versions. */
function writeMachine() {
  const versions = ['cmake', 'c++', 'em++', 'clang-format', chromiumPath, pythonPath]
    .map((tool) => `${tool}: ${ask(tool, ['--version'])?.split('\n')[0] ?? 'none'}\n`)
    .join('');
  writeIfChanged('build/machine.txt', versions);
}

export async function setup({ forTests = false, forHosts = false } = {}) {
  if (!atLeast(process.versions.node, oldestNode)) {
    const needed = `Node.js ${oldestNode.join('.')} or later is needed`;
    throw new Failure(`${needed}; this is ${process.versions.node}.`);
  }
  await installSystemPackages({
    ...forBuilding,
    ...(forTests && forTesting),
    ...(forHosts && forHostTests),
  });
  writeMachine();
  await installNodeModules();
  if (forHosts) await installNodeModules('tests/hosts');
}

if (isMain(import.meta.url)) {
  await main(() => setup({ forTests: process.argv.includes('--tests') }));
}
