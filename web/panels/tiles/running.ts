import { html, nothing, type TemplateResult } from 'lit';
import type { Numbers } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import { notation } from '../../kit/formulas/tex.js';
import { outputPath, tileSteps, type TileSteps } from './frames.js';
import { hasDigits } from './map.js';
import { placesOf, renderGrid, wordsAt, type View } from './view.js';

/** What this tile computes, and what is kept for each of its queries. */
export function renderRunning(view: View): TemplateResult {
  const { frame } = view;
  return frame.column === undefined
    ? renderDivision(view, frame.row)
    : renderTile(view, frame.row, frame.column);
}

/** Keeps a sign on one line with the part after it. */
const after = (sign: string, part: unknown): TemplateResult =>
  html`<span class="unit"><span class="sign" aria-hidden="true">${sign}</span>${part}</span>`;

function strip(name: string, title: unknown, parts: unknown): TemplateResult {
  return html`<section class="strip" data-strip=${name}>
    <h2>${title}</h2>
    <div class="parts">${parts}</div>
  </section>`;
}

/** A title with the formula of one of the strip's steps. */
function withFormula({ store }: View, title: string, path: string): TemplateResult {
  const step = store.step(path)!;
  return html`${title} <span class="inline">${notation(step.notation.formula)}</span>`;
}

function renderTile(view: View, row: number, column: number): TemplateResult {
  const { t, store } = view;
  const now = tileSteps(store, row, column);
  const old = column > 0 ? tileSteps(store, row, column - 1) : undefined;
  return html`<div class="aside">
      ${strip('tile', tileTitle(view, row, column), [
        hasDigits(view) ? nothing : renderGrid(view, now.scores, t.tileScores),
        hasDigits(view)
          ? renderGrid(view, now.exponentials, t.exponentials)
          : after('→', renderGrid(view, now.exponentials, t.exponentials)),
      ])}
      ${renderMaximum(view, now, old)} ${renderSum(view, now, old)}
    </div>
    <div class="below">
      ${renderOutput(view, now, old)}
      ${
        old
          ? html`<p class="legend soft">
              <span><i class="mark"></i>${t.changed}</span>
            </p>`
          : nothing
      }
    </div>`;
}

function renderMaximum(view: View, now: TileSteps, old: TileSteps | undefined): TemplateResult {
  const { t } = view;
  if (!old) {
    const title = withFormula(view, t.maximumTitle, now.maximum);
    return strip('maximum', title, renderGrid(view, now.maximum, t.now));
  }
  const { correction } = now;
  const extent = view.store.extent(old.maximum, now.maximum);
  return strip('maximum', withFormula(view, t.maximumTitle, correction ?? now.maximum), [
    renderGrid(view, old.maximum, t.before, { extent }),
    after(
      '→',
      renderGrid(view, now.maximum, t.now, { unlabelled: true, extent, before: old.maximum }),
    ),
    correction
      ? after('→', renderGrid(view, correction, t.correction, { unlabelled: true }))
      : nothing,
  ]);
}

function renderSum(view: View, now: TileSteps, old: TileSteps | undefined): TemplateResult {
  const { t } = view;
  const title = withFormula(view, t.sumTitle, now.sum);
  if (!old) return strip('sum', title, renderGrid(view, now.sum, t.now));
  const { correctedSum } = now;
  const extent = view.store.extent(old.sum, correctedSum ?? old.sum, now.tileSum, now.sum);
  const plain = { unlabelled: true, extent };
  return strip('sum', title, [
    renderGrid(view, old.sum, t.before, { extent }),
    correctedSum ? after('× α →', renderGrid(view, correctedSum, t.corrected, plain)) : nothing,
    after('+', renderGrid(view, now.tileSum, t.ofTile, plain)),
    after('=', renderGrid(view, now.sum, t.now, { ...plain, before: old.sum })),
  ]);
}

function renderOutput(view: View, now: TileSteps, old: TileSteps | undefined): TemplateResult {
  const { t } = view;
  const title = withFormula(view, t.outputTitle, now.output);
  if (!old) return strip('output', title, renderGrid(view, now.output, t.now));
  const { correctedOutput } = now;
  const [kept, name] = correctedOutput ? [correctedOutput, t.corrected] : [old.output, t.before];
  const extent = view.store.extent(kept, now.part, now.output);
  const plain = { unlabelled: true, extent };
  return strip('output', title, [
    renderGrid(view, kept, name, { extent }),
    after('+', renderGrid(view, now.part, t.ofTile, plain)),
    after('=', renderGrid(view, now.output, t.now, { ...plain, before: old.output })),
  ]);
}

function renderDivision(view: View, row: number): TemplateResult {
  const { t, store, plain, grid } = view;
  const last = tileSteps(store, row, grid.columns.length - 1);
  return html`<div class="below">
    ${strip('division', t.divisionTitle, [
      renderGrid(view, last.output, t.now),
      after('÷', renderGrid(view, last.sum, t.now, { unlabelled: true })),
      after('=', renderGrid(view, outputPath(row), t.inTiles, { unlabelled: true })),
    ])}
    ${strip('plain', t.plainRows, renderGrid(view, 'context', t.plain, { rows: grid.rows[row]!, of: plain }))}
  </div>`;
}

function tileTitle(view: View, row: number, column: number): string {
  const { t, grid } = view;
  return fill(t.tileTitle, {
    queries: wordsAt(view, 'query', placesOf(grid.rows[row]!)),
    keys: wordsAt(view, 'key', placesOf(grid.columns[column]!)),
  });
}

/** A sentence that describes this moment. */
export function happening(view: View): string {
  const { t, frame, grid } = view;
  const { row, column } = frame;
  if (column === undefined) return t.divide;
  if (grid.hidden[row]![column]) return t.hiddenTile;
  if (column === 0) return t.firstTile;
  const raised = raisedQueries(view, row, column);
  if (raised.length === 0) return t.same;
  const [first] = grid.rows[row]!;
  return fill(
    view.store.step(tileSteps(view.store, row, column).sum)?.fault ? t.forgotten : t.raised,
    {
      words: wordsAt(
        view,
        'query',
        raised.map((at) => first + at),
      ),
    },
  );
}

/** Queries of the tile whose maximum has changed. */
function raisedQueries({ store, slice }: View, row: number, column: number): number[] {
  const maximum = (at: number): Numbers => {
    const { shape, data } = store.tensor(tileSteps(store, row, at).maximum);
    const queries = shape.at(-2)!;
    const head = slice.head ?? 0;
    return data.subarray(head * queries, (head + 1) * queries);
  };
  const [old, now] = [maximum(column - 1), maximum(column)];
  return [...now.keys()].filter((at) => now[at] !== old[at]);
}
