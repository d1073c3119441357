import { sitePage } from '../../kit/input/site-page.js';
import { writeHash } from '../address.js';
import { PROPERTIES } from '../attributes.js';
import { plainVisit } from '../first-visit.js';
import { FIXED } from '../learned/fixed.js';
import { saveState } from '../saved-state.js';
import { settings, settingOf, type SettingName } from '../settings/table.js';
import { hasMemory, type PlaygroundState } from '../state.js';

/** Where the guide has a reader put the package's scripts. */
const SCRIPT = '/attention-playground/dist/element.js';
const ID = 'attention';

/**
 * HTML that shows this state in another page, in its mode: attributes where all that was chosen has one, else a script that
 * sets the rest of the element's `state`.
 */
export function embedCode(state: PlaygroundState): string {
  const changed = changedSettings(state);
  const attributes = changed.map((name) => attributeOf(state, name));
  const isPlain = attributes.every((one) => one !== undefined);
  const tag = [
    ...(isPlain ? [] : [`id="${ID}"`]),
    `lang="${state.lang}"`,
    `mode="${state.mode}"`,
    ...(isPlain ? attributes : []),
  ];
  const lines = [
    `<script type="module" src="${SCRIPT}"></script>`,
    '',
    `<attention-playground ${tag.join(' ')}></attention-playground>`,
  ];
  return [...lines, ...(isPlain ? [] : stateScript(state, changed))].join('\n');
}

/**
 * The settings that a page does not have without being told, and whose parameters, as an element that is told nothing opens on
 * a trained model; what a trained model decides is left to it.
 */
function changedSettings(state: PlaygroundState): SettingName[] {
  const plain = plainVisit(state.lang);
  const isLearned = state.parameters !== 'random' && state.parameters !== 'own';
  // A second sentence that is not shown would ask for cross-attention.
  const hidden = hasMemory(state) ? [] : ['memory', 'memoryTokens', 'memoryX'];
  const known: readonly string[] = ['lang', 'mode', ...hidden, ...(isLearned ? FIXED : [])];
  return (
    settings
      .map(([name]) => name)
      .filter((name) => !known.includes(name))
      .filter(
        (name) =>
          name === 'parameters' || JSON.stringify(state[name]) !== JSON.stringify(plain[name]),
      )
      // As many tokens by hand as sentences, none of them given, say nothing.
      .filter((name) => textsOf(state, name).length > 0)
  );
}

/** `heads="4"`; undefined if the setting has no attribute. */
function attributeOf(state: PlaygroundState, name: SettingName): string | undefined {
  const attribute = PROPERTIES.find(({ setting }) => setting === name)?.attribute;
  if (attribute === undefined) return undefined;
  return `${attribute}="${textsOf(state, name).map(escaped).join('&#10;')}"`;
}

function textsOf(state: PlaygroundState, name: SettingName): string[] {
  return settingOf(name).type.write(state[name]);
}

function stateScript(state: PlaygroundState, changed: readonly SettingName[]): string[] {
  const { version, ...saved } = saveState(state);
  const chosen = changed.map((name) => [name, saved[name]] as const);
  // No text may end the script.
  const json = JSON.stringify({ version, ...Object.fromEntries(chosen) }).replaceAll(
    '<',
    '\\u003c',
  );
  return [
    '<script type="module">',
    `  document.getElementById('${ID}').state = ${json};`,
    '</script>',
  ];
}

/** The page of the site that shows nothing but the playground, and tells the page around it how high it is. */
const FRAME = 'frame';
/** Of the frame until its page says how high it is. */
const HEIGHT = 640;

/** A line for a page that takes no scripts of modules: a frame that is as high as what it shows. */
export function frameCode(siteUrl: string, state: PlaygroundState, title: string): string {
  const address = sitePage(siteUrl, FRAME);
  address.hash = writeHash(state);
  const style = `inline-size: 100%; block-size: ${HEIGHT}px; border: 0`;
  return [
    `<iframe src="${escaped(address.href)}" title="${escaped(title)}" lang="${state.lang}" loading="lazy" style="${style}"></iframe>`,
    '<script>',
    "  addEventListener('message', ({ source, data }) => {",
    '    const height = data?.attentionPlayground?.height;',
    "    for (const frame of height > 0 ? document.querySelectorAll('iframe') : [])",
    '      if (frame.contentWindow === source) frame.style.blockSize = `${height}px`;',
    '  });',
    '</script>',
  ].join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
