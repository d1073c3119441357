import { writeHashEntries } from '../../../kit/input/hash.js';
import type { TrainingRun } from '../run/run.js';

/** The pages of the site that a trained model can be opened in. */
export type Page = 'playground' | 'transformer' | 'generation';

const PATHS: Record<Page, string> = {
  playground: 'play',
  transformer: 'transformer',
  generation: 'explore/generate',
};

/** Those that show a model of the run's kind. */
export const pagesFor = ({ task }: TrainingRun): readonly Page[] =>
  task.model.architecture === 'encoder-only' ? ['playground'] : ['transformer', 'generation'];

/** The address of a page, on a held-out example of the run. */
export const addressOf = (site: string, page: Page, run: TrainingRun): string =>
  `${site}${PATHS[page]}#${writeHashEntries(Object.entries(page === 'generation' ? promptOf(run) : stateOf(run)))}`;

/** Half of a held-out example that the model goes on from; one that reads another sentence begins at its start. */
function promptOf({ task }: TrainingRun): Record<string, string> {
  const { source = [], target = [] } = task.heldOut[0]!;
  const isPair = task.model.architecture !== 'decoder-only';
  const given = isPair ? 1 : Math.ceil(target.length / 2);
  return {
    parameters: 'own',
    prompt: target.slice(0, given).join(' '),
    ...(isPair && { source: source.join(' ') }),
  };
}

/** The playground's state on a held-out example of the run, at what its last attention looks at. */
function stateOf({ task }: TrainingRun): Record<string, string> {
  const { architecture = 'encoder-decoder', pointer } = task.model;
  const { numEncoderLayers = 2, numDecoderLayers = 2 } = task.model;
  const { source = [], target = [] } = task.heldOut[0]!;
  const steps = {
    'encoder-only': `encoder.${numEncoderLayers - 1}.self_attention.weights`,
    'decoder-only': `decoder.${numDecoderLayers - 1}.self_attention.weights`,
    'encoder-decoder': `decoder.${numDecoderLayers - 1}.cross_attention.weights`,
  };
  const pair = architecture === 'encoder-decoder';
  // The page itself puts the start before what a decoder writes.
  const own = pair ? target.slice(1) : architecture === 'encoder-only' ? source : target;
  return {
    v: '1',
    model: architecture,
    parameters: 'own',
    step: pointer ? 'probabilities' : steps[architecture],
    s: own.join(' '),
    ...(pair && { m: source.join(' ') }),
  };
}
