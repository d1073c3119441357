// A folder for each host, as its user has it: the packed package installed by npm, the host's own packages, the guide's
// files, and what the host adds to them. It lies outside the repository, whose node_modules nobody else has.

import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mustRun, root } from '../../../scripts/lib/run.mjs';

/** Names the folder that the stage has installed the package into. */
export const installedVariable = 'ATTENTION_PLAYGROUND_INSTALLED';

const hostPackages = [join(root, 'tests/hosts/node_modules'), join(root, 'node_modules')];

/** Packs the package and installs it into a folder of its own; `remove()` deletes that. */
export async function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'attention-installed-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const pack = ['pack', '--ignore-scripts', '--pack-destination', folder, '--json'];
    const [{ filename }] = JSON.parse(await mustRun('npm', ['--silent', ...pack], { quiet: true }));
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await mustRun('npm', ['install', ...options, `./${filename}`], { cwd: folder, quiet: true });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

let installed;
/** The installed package: the stage's, or, if a file is run by itself, one for this process. */
export async function installedPackage() {
  if (process.env[installedVariable]) return process.env[installedVariable];
  installed ??= installPackage().then(({ folder, remove }) => {
    process.on('exit', remove);
    return folder;
  });
  return installed;
}

/** Puts a package that the host needs into `modules`, with its commands: as a link, or as a copy that can be served. */
function provide(modules, name, copied) {
  const folder = hostPackages.map((place) => join(place, name)).find((path) => existsSync(path));
  assert.ok(folder, `${name} is not installed; npm run test:hosts installs it`);
  const place = join(modules, name);
  mkdirSync(dirname(place), { recursive: true });
  if (copied) cpSync(folder, place, { recursive: true });
  else symlinkSync(folder, place);
  const { bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const commands = typeof bin === 'string' ? { [name]: bin } : bin;
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const [command, file] of Object.entries(commands)) {
    symlinkSync(join(folder, file), join(modules, '.bin', command));
  }
}

function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Packages of tests/hosts, as links; the package itself is there already. */
function provideAll(modules, names, copies) {
  for (const name of new Set(names)) provide(modules, name, copies.includes(name));
}

/** Fetches packages at their versions, with the package as it is packed, as npm does for a user. */
async function fetchAll(folder, versions, env) {
  const installed = await installedPackage();
  const packed = readdirSync(installed).find((name) => name.endsWith('.tgz'));
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const all = ['install', ...options, join(installed, packed), ...names];
  await mustRun('npm', all, { cwd: folder, quiet: true, env });
}

/** The folder of another Node, which npm has: hosts refuse those that are older than they need. */
async function nodeFolder(version) {
  if (!version || process.versions.node.split('.')[0] >= version.split('.')[0]) return undefined;
  const name = `node-${process.platform}-${process.arch}`;
  const place = join(root, 'build/node', version);
  const options = ['--prefix', place, '--no-save', '--no-audit', '--no-fund'];
  const bin = join(place, 'node_modules', name, 'bin');
  if (!existsSync(bin))
    await mustRun('npm', ['install', ...options, `${name}@${version}`], { quiet: true });
  return bin;
}

/**
 * A host's project: `{ folder, output, env, remove }`. The guide's commands are run as they stand, after the host's own, and
 * `output` is what they printed. What `npm install` names is not fetched but must be among the packages of tests/hosts; with
 * `versions` it must be among these, which are fetched, and `node` is a version of Node that they need.
 */
export async function makeProject(options) {
  const { id, section, packages = [], copies = [], files = {}, commands = [] } = options;
  const { versions, node } = options;
  const folder = mkdtempSync(join(tmpdir(), `attention-${id || 'page'}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const bin = await nodeFolder(node);
    // npm's own words about its settings are not the host's.
    const env = {
      npm_config_loglevel: 'error',
      NO_COLOR: '1',
      ...(versions && { CI: '1' }),
      ...(bin && { PATH: `${bin}:${process.env.PATH}` }),
    };
    const modules = join(folder, 'node_modules');
    write(folder, { 'package.json': '{ "private": true }\n', ...files, ...section.files });
    const installs = section.commands.filter((line) => line.startsWith('npm install '));
    const named = installs.flatMap((line) => line.split(/\s+/).slice(2));
    const needed = [...named, ...packages].filter(
      (word) => !/^-|^attention-playground$/.test(word),
    );
    if (versions) {
      for (const name of needed) assert.ok(versions[name], `${name} has no version in this test`);
      await fetchAll(folder, versions, env);
    } else {
      cpSync(join(await installedPackage(), 'node_modules'), modules, { recursive: true });
      rmSync(join(modules, '.package-lock.json'), { force: true });
      provideAll(modules, needed, copies);
    }
    const rest = section.commands.filter((line) => !installs.includes(line));
    const script = [...commands, ...rest].join('\n');
    const output = await mustRun('sh', ['-ec', script], { cwd: folder, quiet: true, env });
    return { folder, output, env, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
