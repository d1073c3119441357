// The panel of positional encodings without a page: its table, and the dot products of one position with all.

import type { AttentionPlayground } from '../../../engine/types/index.js';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import { Encoding, FIRST } from '../../../panels/positional-encoding/encoding.js';
import { productsChart } from '../../../panels/positional-encoding/products.js';
import { DEFAULT } from '../../../panels/positional-encoding/sizes.js';
import { texts as en } from '../../../panels/positional-encoding/texts/en.js';
import { texts as zh } from '../../../panels/positional-encoding/texts/zh.js';
import type { TraceStore } from '../../../trace/store.js';
import { stacked } from './stacked-charts';
import type { Stage } from './stage-type';
import { svgInPage } from './svg';

export const POSITION_SETTINGS = ['only', 'length', 'd-model'];
const TEXTS = { en, zh };

export async function positionStage(
  engine: AttentionPlayground,
  given: Readonly<Record<string, string>>,
  lang: Language,
): Promise<Stage> {
  const [length, dModel] = DEFAULT;
  const encoding = new Encoding(engine, {
    length: Number(given.length ?? length),
    dModel: Number(given['d-model'] ?? dModel),
  });
  await encoding.multiply();
  const t = TEXTS[lang];
  return {
    store: encoding.table as unknown as TraceStore,
    setting: (name) => given[name],
    result: () => undefined,
    // The table and its waves are maps that one reads with a pointer.
    draw(id) {
      if (given.only !== 'products') return '';
      const title = fill(t.curve, { a: FIRST.row });
      const data = productsChart(t, encoding, FIRST);
      return svgInPage(stacked([{ title, data }]), { title, lang, id });
    },
    dispose: () => encoding.dispose(),
  };
}
