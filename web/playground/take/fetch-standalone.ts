import { readAsset } from '../../engine/module/asset.js';
import { saveState } from '../saved-state.js';
import type { PlaygroundStore } from '../store.js';
import { pageTitle } from './page-title.js';
import { wordsOf } from './words.js';
import { scriptFile } from './script-file.js';
import { standaloneHtml } from './standalone.js';

/**
 * One HTML file with all that shows the present state, its trained model included: see `standaloneHtml`. Rejects with an
 * error `network` or `unavailable` that names the file that could not be fetched. `siteUrl` is the address of the
 * project's site; '' for none.
 */
export async function fetchStandalone(store: PlaygroundStore, siteUrl = ''): Promise<Blob> {
  const { state, models } = store;
  const { lang, parameters } = state;
  const saved = saveState(state);
  const [script, file] = await Promise.all([
    readAsset(scriptFile, 'script'),
    parameters === 'random' ? undefined : models.fileOf(parameters),
  ]);
  const html = standaloneHtml({
    script: new TextDecoder().decode(script),
    state: saved,
    models: parameters !== 'random' && file ? [{ name: parameters, file }] : [],
    title: pageTitle(store),
    noScript: wordsOf(store).noScript,
    lang,
    siteUrl: siteUrl && new URL(siteUrl, document.baseURI).href,
  });
  return new Blob([html], { type: 'text/html' });
}
