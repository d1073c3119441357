// Prepares the machine: installs system packages (with apt-get if allowed) and node_modules.
// Runs before anything is installed, so it uses only Node's own modules.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, Failure, isMain, main, mustRun, root } from './lib/run.mjs';

const oldestNode = [20, 19];
const oldestCmake = [3, 24];
const includeFolders = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

/** Debian's Chromium; CHROMIUM overrides it. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Debian's Firefox; FIREFOX overrides it. */
export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Debian's Python; PYTHON overrides it. */
export const pythonPath = process.env.PYTHON ?? '/usr/bin/python3';

/** Packages without a mark are for building; others are for `npm test`, or for `npm run test:hosts` alone. */
const needs = [
  { debian: 'emscripten', what: 'em++', met: () => runs('em++') && runs('em-config') },
  { debian: 'cmake', what: `CMake ≥ ${oldestCmake.join('.')}`, met: hasCmake },
  { debian: 'ninja-build', what: 'ninja', met: () => runs('ninja') },
  { debian: 'libxtensor-dev', what: 'xtensor', met: () => hasHeader('xtensor/xtensor_config.hpp') },
  { debian: 'xtl-dev', what: 'xtl', met: () => hasHeader('xtl/xtl_config.hpp') },
  { debian: 'catch2', what: 'Catch2', met: hasCatch2 },
  { debian: 'g++', what: 'a C++ compiler', met: () => runs('c++'), forTests: true },
  {
    debian: 'clang-format',
    what: 'clang-format',
    met: () => runs('clang-format'),
    forTests: true,
  },
  { debian: 'chromium', what: 'Chromium', met: () => existsSync(chromiumPath), forTests: true },
  { debian: 'fonts-noto-cjk', what: 'a Chinese font', met: hasChineseFont, forTests: true },
  { debian: 'python3-numpy', what: "NumPy for Debian's Python", met: hasNumpy, forTests: true },
  { debian: 'firefox-esr', what: 'Firefox', met: () => existsSync(firefoxPath), forHosts: true },
  {
    debian: 'webkit2gtk-driver',
    what: 'WebKitGTK and its WebDriver',
    met: hasWebKit,
    forHosts: true,
  },
  { debian: 'xvfb', what: 'Xvfb', met: () => runs('Xvfb'), forHosts: true },
  { debian: 'mkdocs', what: 'MkDocs', met: () => runs('mkdocs'), forHosts: true },
  {
    debian: 'mkdocs-material',
    what: 'Material for MkDocs',
    met: hasMaterial,
    forHosts: true,
  },
  { debian: 'python3-sphinx', what: 'Sphinx', met: () => runs('sphinx-build'), forHosts: true },
  {
    debian: 'python3-myst-parser',
    what: 'MyST',
    met: () => inPython('sphinx-build', 'import myst_parser'),
    forHosts: true,
  },
];

function runs(command) {
  return ask('sh', ['-c', `command -v ${command}`]) !== undefined;
}

function atLeast(version, wanted) {
  const [major, minor] = version.split('.').map(Number);
  return major > wanted[0] || (major === wanted[0] && minor >= wanted[1]);
}

function hasCmake() {
  const version = ask('cmake', ['--version'])?.match(/version ([\d.]+)/)?.[1];
  return version !== undefined && atLeast(version, oldestCmake);
}

function hasHeader(header) {
  return includeFolders.some((folder) => existsSync(join(folder, header)));
}

function hasCatch2() {
  return hasHeader('catch2/catch.hpp') || hasHeader('catch2/catch_all.hpp');
}

function hasChineseFont() {
  const folder = '/usr/share/fonts/opentype/noto';
  if (existsSync(folder) && readdirSync(folder).some((name) => name.includes('CJK'))) return true;
  return Boolean(ask('fc-list', [':lang=zh-cn', 'family']));
}

function hasNumpy() {
  return ask(pythonPath, ['-c', 'import numpy']) !== undefined;
}

/** WebKitGTK's smallest browser, which is on no PATH. */
export function miniBrowser() {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .flatMap((folder) => ['4.1', '4.0', '6.0'].map((api) => join(folder, `webkit2gtk-${api}`)))
    .map((folder) => join(libraries, folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

function hasWebKit() {
  return runs('WebKitWebDriver') && miniBrowser() !== undefined;
}

/** Whether the Python that runs a command can execute a statement. */
function inPython(command, statement) {
  const path = ask('sh', ['-c', `command -v ${command}`]);
  const python = path && readFileSync(path, 'utf8').match(/^#!(\S+)/)?.[1];
  return python !== undefined && ask(python, ['-c', statement]) !== undefined;
}

function hasMaterial() {
  const statement =
    'from mkdocs.utils import get_theme_names; assert "material" in get_theme_names()';
  return inPython('mkdocs', statement);
}

function checkNode() {
  if (atLeast(process.versions.node, oldestNode)) return;
  throw new Failure(
    `Node.js ${oldestNode.join('.')} or later is needed; this is ${process.versions.node}.`,
  );
}

/** How apt-get can be called here: as root, with sudo without a password, or not at all. */
function aptCommand() {
  if (!runs('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  if (ask('sudo', ['-n', 'true']) !== undefined) return ['sudo', '-n', 'apt-get'];
  return undefined;
}

async function installSystemPackages({ forTests, forHosts }) {
  const isNeeded = (need) => (forTests || !need.forTests) && (forHosts || !need.forHosts);
  const missing = () => needs.filter((need) => isNeeded(need) && !need.met());
  const wanted = missing();
  if (wanted.length === 0) return;

  const packages = wanted.map((need) => need.debian);
  const list = wanted.map((need) => `  ${need.what} (Debian: ${need.debian})`).join('\n');
  const byHand =
    `Missing:\n${list}\n\nOn Debian, install them with\n` +
    `  sudo apt-get install --no-install-recommends ${packages.join(' ')}\n` +
    `Elsewhere, an activated emsdk on PATH serves as well as Debian's emscripten.`;

  const apt = aptCommand();
  if (!apt) throw new Failure(byHand);
  console.log(`Installing ${packages.join(' ')}`);
  const [command, ...before] = apt;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await mustRun(command, [...before, 'update', '-q'], { env, quiet: true });
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  await mustRun(command, [...before, ...install], { env, quiet: true });

  const still = missing().map((need) => need.what);
  if (still.length > 0) throw new Failure(`Still missing after apt-get: ${still.join(', ')}`);
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
  const file = join(root, 'build/machine.txt');
  if (existsSync(file) && readFileSync(file, 'utf8') === versions) return;
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(file, versions);
}

export async function setup({ forTests = false, forHosts = false } = {}) {
  checkNode();
  await installSystemPackages({ forTests, forHosts });
  writeMachine();
  await installNodeModules();
  if (forHosts) await installNodeModules('tests/hosts');
}

if (isMain(import.meta.url)) {
  await main(() => setup({ forTests: process.argv.includes('--tests') }));
}
