import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Step } from '../../engine/types/index.js';
import type { Figure, PlacedGrid } from '../../figures/figure.js';
import { cellNumber, valueAt } from '../../figures/layout/grid.js';
import type { CellPosition } from '../../figures/layout/outline.js';
import { matrixKey } from '../../kit/input/grid-keys.js';
import { cellAt } from '../../kit/drawing/places.js';
import { cellName, fill } from '../../trace/names.js';
import { flipped } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/** The user points at a cell of this store; `kept` if they chose it. */
export interface Use {
  store: TraceStore;
  kept: boolean;
}

/** What a figure's element exposes to its actions. */
export interface FigureHost extends ReactiveControllerHost {
  store?: TraceStore;
  readonly figure: Figure | undefined;
  /** Numbers that no page edits, such as those of a comparison. */
  readonly fixed: boolean;
  /** Scrolls a cell into sight, inside the figure only. */
  reveal(grid: PlacedGrid, place: CellPosition): void;
  /** Scrolls the page too. */
  bring(grid: PlacedGrid, place: CellPosition): void;
  focusGrid(name: string): void;
  /** The user points at a cell, keeps it, or has left. */
  told(use: { kept: boolean } | null): void;
}

interface Edited {
  /** Of its grid. */
  name: string;
  at: CellPosition;
  typed: string;
  /** Whether Enter was pressed already. */
  entered?: boolean;
}

/** Pointer, keyboard and clipboard in the grids of a figure: cursor, previewed and kept cell, editing, pasting. */
export class FigureActions implements ReactiveController {
  /** Announced politely when the cursor moves. */
  spoken = '';
  private readonly cursors = new Map<string, CellPosition>();
  private edited: Edited | undefined;
  private revealed: CellRef | undefined;

  constructor(private readonly host: FigureHost) {
    host.addController(this);
  }

  /** The cell that the arrow keys have reached in a grid; the nearest one if it has become smaller. */
  cursor(grid: PlacedGrid): CellPosition {
    const at = this.cursors.get(grid.name) ?? { row: 0, column: 0 };
    const { rows, columns } = grid.layout;
    return { row: Math.min(at.row, rows - 1), column: Math.min(at.column, columns - 1) };
  }

  /** The cell that is being edited, and what was typed on the grid; nothing once the figure has no such cell. */
  get editing(): (Edited & { grid: PlacedGrid }) | undefined {
    const { edited } = this;
    const grid = edited && this.gridNamed(edited.name);
    if (!grid || edited.at.row >= grid.layout.rows || edited.at.column >= grid.layout.columns) {
      return undefined;
    }
    return { ...edited, grid };
  }

  /** Scrolls a newly kept cell, or its operands, into sight in the figure; the page stays where its reader is. */
  hostUpdated(): void {
    const { store, figure } = this.host;
    const kept = store?.kept;
    if (kept === this.revealed || !figure) return;
    this.revealed = kept;
    if (!kept) return;
    for (const grid of figure.grids) {
      const own = kept.path === grid.step.path;
      const cell = own ? kept : store?.operandsIn(grid.step.path)[0];
      const place = cell && grid.layout.locate(cell.index);
      if (!place) continue;
      if (own) this.cursors.set(grid.name, place);
      // At the next frame the layout is known; reading it now would cost another layout.
      if (grid.scroller ?? grid.rowScroller)
        requestAnimationFrame(() => this.host.reveal(grid, place));
    }
  }

  refOf({ step, layout }: PlacedGrid, { row, column }: CellPosition): CellRef {
    return { path: step.path, index: layout.index(row, column) };
  }

  readonly onPoint = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const { grid, place } = this.target(event);
    if (grid && place) this.look(this.refOf(grid, place));
  };

  readonly onLeave = (event: Event): void => {
    const { store } = this.host;
    const { grid } = this.target(event);
    if (store?.previewed && store.previewed.path === grid?.step.path) store.preview(undefined);
    this.host.told(null);
  };

  readonly onBlur = (event: Event): void => {
    this.onLeave(event);
    this.spoken = '';
  };

  readonly onFocus = (event: Event): void => {
    const { grid } = this.target(event);
    if (!grid) return;
    const { active } = this.host.store ?? {};
    const place = active?.path === grid.step.path && grid.layout.locate(active.index);
    if (place) this.cursors.set(grid.name, place);
    this.speak(grid);
  };

  readonly onClick = (event: MouseEvent): void => {
    const { grid, place } = this.target(event);
    if (!grid || !place) return;
    this.keep(grid, place);
    if (isSwitch(grid) && event.detail < 2) this.switchCell(grid, place);
  };

  readonly onDouble = (event: MouseEvent): void => {
    const { grid, place } = this.target(event);
    if (!grid || !place) return;
    this.cursors.set(grid.name, place);
    this.edit(grid);
  };

  readonly onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain');
    const { grid } = this.target(event);
    if (!text || !grid || this.host.fixed) return;
    event.preventDefault();
    this.host.store?.paste(grid.step.path, grid.transposed ? flipped(text) : text);
  };

  readonly onKey = (event: KeyboardEvent): void => {
    const { store } = this.host;
    const { grid } = this.target(event);
    if (!grid || !store) return;
    if (this.edited && this.editing) {
      this.wait(event, this.edited);
      return;
    }
    const { rows, columns } = grid.layout;
    const at = this.cursor(grid);
    const key = matrixKey(event, at, { rows, columns, page: 8 });
    if (!key || (key.act === 'edit' && this.host.fixed)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.act === 'move') this.move(grid, key.to);
    else if (key.act === 'edit') this.edit(grid, key.typed);
    else if (key.act === 'switch' && isSwitch(grid)) this.switchCell(grid, at);
    else if (key.act === 'release') {
      store.preview(undefined);
      store.keep(undefined);
    } else this.keep(grid, at);
  };

  /** While the field of an edit is being fetched, what is typed is kept for it. */
  private wait(event: KeyboardEvent, edited: Edited): void {
    const { key, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    if (key === 'Escape') this.edited = undefined;
    else if (key === 'Enter') edited.entered = true;
    else if (key.length === 1) edited.typed += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.host.requestUpdate();
  }

  /** Edits the cell under the cursor with `typed`; without it, the kept cell of this grid if there is one. */
  edit(grid: PlacedGrid, typed?: string): void {
    const { store, fixed } = this.host;
    if (!store || fixed) return;
    const kept =
      store.kept?.path === grid.step.path ? grid.layout.locate(store.kept.index) : undefined;
    if (kept && typed === undefined) this.cursors.set(grid.name, kept);
    const at = this.cursor(grid);
    // Typed before the field is there: more of the same number.
    const before = this.edited?.name === grid.name ? this.edited.typed : '';
    this.host.bring(grid, at);
    store.keep(this.refOf(grid, at));
    this.edited = { name: grid.name, at, typed: before + (typed ?? '') };
    this.host.requestUpdate();
  }

  readonly onEditorClosed = (event: CustomEvent<boolean>): void => {
    const name = this.edited?.name;
    this.edited = undefined;
    this.host.requestUpdate();
    if (event.detail && name) this.host.focusGrid(name);
  };

  private switchCell(grid: PlacedGrid, place: CellPosition): void {
    const { on, off } = switchOf(grid.step);
    const isOff = valueAt(grid, place.row, place.column) === off;
    const { path, index } = this.refOf(grid, place);
    this.host.store?.edit(path, index, isOff ? on : off);
  }

  private move(grid: PlacedGrid, to: CellPosition): void {
    this.cursors.set(grid.name, to);
    this.host.bring(grid, to);
    this.look(this.refOf(grid, to));
    this.speak(grid);
  }

  private look(ref: CellRef): void {
    const { store } = this.host;
    const seen = store?.previewed;
    if (seen?.path === ref.path && seen.index.join() === ref.index.join()) return;
    store?.preview(ref);
    this.host.told({ kept: false });
  }

  private keep(grid: PlacedGrid, place: CellPosition): void {
    this.cursors.set(grid.name, place);
    this.host.store?.keep(this.refOf(grid, place));
    this.host.told({ kept: true });
  }

  private speak(grid: PlacedGrid): void {
    const { store } = this.host;
    if (!store) return;
    const { row, column } = this.cursor(grid);
    const cell = this.refOf(grid, { row, column });
    const value = cellNumber(grid, valueAt(grid, row, column), store.state.decimals);
    const words = store.t.proof;
    const text = grid.step.role === 'weights' ? words.spokenRank : words.spoken;
    const axes = grid.transposed ? grid.layout.rowAxes : grid.layout.columnAxes;
    this.spoken = fill(text, {
      cell: cellName(store, grid.step, cell.index),
      value,
      rank: store.rank(cell, axes),
    });
    this.host.requestUpdate();
  }

  private gridNamed(name: string | undefined): PlacedGrid | undefined {
    return this.host.figure?.grids.find((grid) => grid.name === name);
  }

  /** The grid that an event happened in, and the cell under the pointer. */
  private target(event: Event): { grid: PlacedGrid | undefined; place: CellPosition | undefined } {
    const body = event.currentTarget as HTMLElement;
    const grid = this.gridNamed(body.dataset.grid);
    const place =
      grid && event instanceof MouseEvent ? cellAt(event, body, grid.layout) : undefined;
    return { grid, place };
  }
}

/** Whether it is a mask made by hand, where a click takes a pair out and another puts it back. */
function isSwitch({ step, scale }: PlacedGrid): boolean {
  return step.role === 'mask' && step.op === 'given' && scale.kind !== 'plain';
}

/** Masks are added to scores; a mask of dropout multiplies weights. */
function switchOf({ kind }: Step): { on: number; off: number } {
  return kind === 'dropout_mask' ? { on: 1, off: 0 } : { on: 0, off: -Infinity };
}
