import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MatrixGeometry } from '../../figures/matrix/geometry.js';
import { cellText, valueAt, type MatrixModel } from '../../figures/matrix/model.js';
import type { Place } from '../../figures/matrix/paint.js';
import { matrixKey } from '../../kit/grid-keys.js';
import { cellName, fill } from '../../trace/names.js';
import { flipped } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/** What a matrix exposes to its actions. */
export interface MatrixHost extends ReactiveControllerHost {
  store?: TraceStore;
  readonly path: string;
  readonly transposed: boolean;
  readonly model: MatrixModel | undefined;
  readonly geometry: MatrixGeometry | undefined;
  readonly body: HTMLElement | null;
  readonly scroller: HTMLElement | null;
}

/** Pointer, keyboard and clipboard on a matrix's grid: cursor, previewed and kept cell, editing, pasting. */
export class MatrixActions implements ReactiveController {
  /** Announced politely when the cursor moves. */
  spoken = '';
  private at: Place = { row: 0, column: 0 };
  private edited: { at: Place; typed: string } | undefined;
  private revealed: CellRef | undefined;

  constructor(private readonly host: MatrixHost) {
    host.addController(this);
  }

  /** The cell that the arrow keys have reached; the nearest one if the matrix has become smaller. */
  get cursor(): Place {
    const { rows, columns } = this.host.model?.layout ?? { rows: Infinity, columns: Infinity };
    const { row, column } = this.at;
    return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
  }

  set cursor(place: Place) {
    this.at = place;
  }

  /** The cell that is being edited, and the character that started it; nothing once the matrix has no such cell. */
  get editing(): { at: Place; typed: string } | undefined {
    const { edited } = this;
    const layout = this.host.model?.layout;
    const isThere =
      edited && layout && edited.at.row < layout.rows && edited.at.column < layout.columns;
    return isThere ? edited : undefined;
  }

  /** Scrolls a newly kept cell, or its operands, into sight, inside this matrix only. */
  hostUpdated(): void {
    const { store, model, path } = this.host;
    const kept = store?.kept;
    if (kept === this.revealed || !model) return;
    this.revealed = kept;
    const own = kept?.path === path;
    const cell = own ? kept : kept && store?.operandsIn(path)[0];
    const place = cell && model.layout.locate(cell.index);
    if (!place) return;
    if (own) this.cursor = place;
    // At the next frame the layout is known; reading it now would cost another layout.
    requestAnimationFrame(() => this.scrollTo(place));
  }

  refOf(place: Place): CellRef {
    const { model, path } = this.host;
    return { path, index: model ? model.layout.index(place.row, place.column) : [] };
  }

  readonly onPoint = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const place = this.placeOf(event);
    if (!place) return;
    const ref = this.refOf(place);
    const seen = this.host.store?.previewed;
    if (seen?.path === ref.path && seen.index.join() === ref.index.join()) return;
    this.host.store?.preview(ref);
  };

  readonly onLeave = (): void => {
    const { store, path } = this.host;
    if (store?.previewed?.path === path) store.preview(undefined);
  };

  readonly onBlur = (): void => {
    this.onLeave();
    this.spoken = '';
  };

  readonly onFocus = (): void => {
    const { store, model, path } = this.host;
    const active = store?.active?.path === path ? store.active : undefined;
    const place = active && model?.layout.locate(active.index);
    if (place) this.cursor = place;
    this.speak(this.cursor);
  };

  readonly onClick = (event: MouseEvent): void => {
    const place = this.placeOf(event);
    if (!place) return;
    this.cursor = place;
    this.host.store?.keep(this.refOf(place));
    if (this.isSwitch && event.detail < 2) this.switchCell(place);
  };

  readonly onDouble = (event: MouseEvent): void => {
    const place = this.placeOf(event);
    if (!place) return;
    this.cursor = place;
    this.edit();
  };

  readonly onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain');
    if (!text) return;
    event.preventDefault();
    this.host.store?.paste(this.host.path, this.host.transposed ? flipped(text) : text);
  };

  readonly onKey = (event: KeyboardEvent): void => {
    const { model, geometry, scroller, store } = this.host;
    if (!model || !geometry || !store) return;
    const { rows, columns } = model.layout;
    const seen = Math.floor((scroller?.clientHeight ?? 300) / geometry.cellHeight) - 1;
    const key = matrixKey(event, this.cursor, { rows, columns, page: Math.max(1, seen) });
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.act === 'move') this.move(key.to);
    else if (key.act === 'edit') this.edit(key.typed);
    else if (key.act === 'switch' && this.isSwitch) this.switchCell(this.cursor);
    else if (key.act === 'release') {
      store.preview(undefined);
      store.keep(undefined);
    } else store.keep(this.refOf(this.cursor));
  };

  /** Edits the cell under the cursor with `typed`; without it, the kept cell of this step if there is one. */
  edit(typed?: string): void {
    if (!this.host.model) return;
    const { store, model, path } = this.host;
    const kept = store?.kept?.path === path ? model.layout.locate(store.kept.index) : undefined;
    if (kept && typed === undefined) this.cursor = kept;
    store?.keep(this.refOf(this.cursor));
    this.edited = { at: this.cursor, typed: typed ?? '' };
    this.host.requestUpdate();
  }

  readonly onEditorClosed = (event: CustomEvent<boolean>): void => {
    this.edited = undefined;
    this.host.requestUpdate();
    if (event.detail) this.host.body?.focus({ preventScroll: true });
  };

  /** Whether it is a custom mask, where a click hides a pair and another shows it again. */
  private get isSwitch(): boolean {
    const { model } = this.host;
    return model?.step.role === 'mask' && model.step.op === 'given' && !model.plain;
  }

  private switchCell(place: Place): void {
    const { model, store, path } = this.host;
    if (!model || !store) return;
    const hidden = valueAt(model, place.row, place.column) === -Infinity;
    store.edit(path, this.refOf(place).index, hidden ? 0 : -Infinity);
  }

  private move(to: Place): void {
    this.cursor = to;
    this.scrollTo(to);
    this.host.store?.preview(this.refOf(to));
    this.speak(to);
  }

  private speak(place: Place): void {
    const { model, store } = this.host;
    if (!model || !store) return;
    const cell = this.refOf(place);
    const name = cellName(store, model.step, cell.index);
    const value = cellText(model, valueAt(model, place.row, place.column));
    const words = store.t.proof;
    const text = model.step.role === 'weights' ? words.spokenRank : words.spoken;
    this.spoken = fill(text, {
      cell: name,
      value,
      rank: store.rank(cell, model.layout.columnAxes),
    });
    this.host.requestUpdate();
  }

  private placeOf(event: MouseEvent): Place | undefined {
    const { body, geometry, model } = this.host;
    if (!body || !geometry || !model) return undefined;
    const box = body.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / geometry.cellWidth);
    const row = Math.floor((event.clientY - box.top) / geometry.cellHeight);
    const { rows, columns } = model.layout;
    const inside = row >= 0 && column >= 0 && row < rows && column < columns;
    return inside ? { row, column } : undefined;
  }

  private scrollTo(place: Place): void {
    const { scroller, geometry } = this.host;
    if (!scroller || !geometry) return;
    const { cellWidth, cellHeight, gutter, header } = geometry;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
    scroller.scrollLeft = inSight(place.column, cellWidth, scrollLeft, clientWidth - gutter);
    scroller.scrollTop = inSight(place.row, cellHeight, scrollTop, clientHeight - header);
  }
}

/** The least scrolling that shows the whole cell. */
function inSight(at: number, size: number, from: number, view: number): number {
  if (at * size < from) return at * size;
  return (at + 1) * size > from + view ? (at + 1) * size - view : from;
}
