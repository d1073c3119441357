import type { Role } from '../../engine/types/index.js';
import { shapeOf } from '../../trace/shapes.js';
import type { MapEdge } from './edges.js';
import { type MapFrame, type MapItem, type MapLayout } from './layout.js';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface MapLine {
  key: string;
  role: Role;
  /** Keys of the items that it joins. */
  from: string;
  to: string;
  path: string;
  /** Position of its head, and the direction in which it points. */
  head: { x: number; y: number; towards: 'up' | 'left' | 'right' };
  label: { text: string; x: number; y: number; turned: boolean };
}

export interface MapPicture {
  width: number;
  height: number;
  lines: MapLine[];
  place(item: MapItem | MapFrame): Rect;
}

const LANE = 1.05;
const BRANCH = 0.42;
/** Fractions of the width that both ends share, at which a straight line may go up. */
const TRACKS = [0.5, 0.82, 0.18];

interface Trunk {
  edges: MapEdge[];
  column: number;
  left: boolean;
  low: number;
  high: number;
  lane: number;
}

/** Lines and item positions in em, y downwards, for a given width. */
export function mapPicture(
  layout: MapLayout,
  edges: readonly MapEdge[],
  width: number,
): MapPicture {
  const straight = new Map<MapEdge, number>();
  for (const edge of edges) {
    const at = straightAt(layout, edge);
    if (at !== undefined) straight.set(edge, at);
  }
  const trunks = trunksOf(edges.filter((edge) => !straight.has(edge)));
  const gutters = Array.from({ length: layout.columns }, (_, column) =>
    [true, false].map((left) => {
      const lanes = trunks.filter((one) => one.column === column && one.left === left);
      return 0.5 + LANE * lanes.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
    }),
  );
  const taken = gutters.flat().reduce((sum, each) => sum + each, 0);
  const columnWidth = (width - taken) / layout.columns;
  const starts = gutters.map(
    ([left], i) =>
      gutters
        .slice(0, i)
        .flat()
        .reduce((sum, each) => sum + each, 0) +
      i * columnWidth +
      left!,
  );
  const height = layout.height;
  const x = (column: number, part: number): number =>
    column < 0 ? 0.5 + part * (width - 1) : starts[column]! + part * columnWidth;
  const laneX = ({ column, left, lane }: Trunk): number =>
    left ? starts[column]! - LANE * (lane + 0.7) : x(column, 1) + LANE * (lane + 0.7);
  const lines = [
    ...[...straight].map(([edge, at]) => straightLine(edge, x(trackColumn(edge), at), height)),
    ...trunks.flatMap((trunk) => bent(trunk, laneX(trunk), x, height, edges)),
  ];
  const place = (item: MapItem | MapFrame): Rect => {
    const wide = 'kind' in item && item.kind !== 'block';
    const [before, after] = wide ? gutters[item.column]! : [0, 0];
    const inner = wide && item.kind === 'layer' ? 0.45 : 0.15;
    const from = x(item.column, wide ? 0 : item.left) - (wide ? before! - inner : 0);
    const to = x(item.column, wide ? 1 : item.right) + (wide ? after! - inner : 0);
    return { x: from, y: height - item.top, width: to - from, height: item.top - item.bottom };
  };
  return { width, height, lines, place };
}

function trackColumn({ from, to }: MapEdge): number {
  return from.column < 0 ? to.column : from.column;
}

/** Position of a straight line, as a fraction of the column's width; undefined if an item is in its way. */
function straightAt(layout: MapLayout, { from, to }: MapEdge): number | undefined {
  if (from.column >= 0 && from.column !== to.column) return undefined;
  if (to.bottom <= from.top - 0.01) return undefined;
  const all = from.column < 0;
  const left = all ? to.left : Math.max(from.left, to.left);
  const right = all ? to.right : Math.min(from.right, to.right);
  if (right - left < 0.05) return undefined;
  const between = layout.items.filter(
    (item) =>
      !item.plate &&
      !item.within &&
      item.column === to.column &&
      item.bottom > from.top - 0.01 &&
      item.top < to.bottom + 0.01,
  );
  return TRACKS.map((part) => left + part * (right - left)).find((at) =>
    between.every((item) => at < item.left - 0.02 || at > item.right + 0.02),
  );
}

/** Lines that go around share one trunk if they come from the same place; trunks that would touch get lanes. */
function trunksOf(edges: readonly MapEdge[]): Trunk[] {
  const byStart = new Map<string, Trunk>();
  for (const edge of edges) {
    const { column } = edge.to;
    const key = `${edge.from.key} ${column} ${edge.left}`;
    const ys = [edge.from.top + BRANCH, edge.to.bottom, edge.to.top];
    const open = byStart.get(key);
    const trunk = open ?? {
      edges: [],
      column,
      left: edge.left,
      low: ys[0]!,
      high: ys[0]!,
      lane: 0,
    };
    trunk.edges.push(edge);
    trunk.low = Math.min(trunk.low, ...ys);
    trunk.high = Math.max(trunk.high, ...ys);
    byStart.set(key, trunk);
  }
  const trunks = [...byStart.values()].sort((a, b) => a.high - a.low - (b.high - b.low));
  const placed: Trunk[] = [];
  for (const trunk of trunks) {
    const near = placed.filter(
      (one) =>
        one.column === trunk.column &&
        one.left === trunk.left &&
        one.low < trunk.high &&
        trunk.low < one.high,
    );
    while (near.some(({ lane }) => lane === trunk.lane)) trunk.lane += 1;
    placed.push(trunk);
  }
  return placed;
}

const r = (value: number): string => String(Math.round(value * 100) / 100);

function straightLine(edge: MapEdge, x: number, height: number): MapLine {
  const { from, to, role, step } = edge;
  const [start, end] = [height - from.top, height - to.bottom];
  return {
    ...named(edge),
    role,
    path: `M${r(x)} ${r(start)}V${r(end)}`,
    head: { x, y: end, towards: 'up' },
    label: { text: shapeOf(step), x, y: end + 1.08, turned: false },
  };
}

function named({ from, to }: MapEdge): Pick<MapLine, 'key' | 'from' | 'to'> {
  return { key: `${from.key} ${to.key}`, from: from.key, to: to.key };
}

/** Up from the start, out to the lane, along it, and into the end's side, or its bottom if no side is free. */
function bent(
  trunk: Trunk,
  lane: number,
  x: (column: number, part: number) => number,
  height: number,
  edges: readonly MapEdge[],
): MapLine[] {
  const { left } = trunk;
  return trunk.edges.map((edge) => {
    const { from, to, role, step } = edge;
    const across = from.column < 0;
    const out = height - from.top - (across ? 0 : BRANCH);
    const start = across
      ? `M${r(lane)} ${r(height - from.top)}`
      : `M${r(x(from.column, (from.left + from.right) / 2))} ${r(height - from.top)}V${r(out)}H${r(lane)}`;
    const side = left ? to.left < 0.12 : to.right > 0.88;
    const arrivals = edges.filter((one) => one.to.key === to.key && one.left === left);
    const shift = 0.5 * (arrivals.indexOf(edge) - (arrivals.length - 1) / 2);
    const rows = to.top - to.bottom;
    const into = side
      ? height - to.bottom - rows / 2 - (rows > 1 ? shift : 0)
      : height - to.bottom + 0.62;
    const middle = x(to.column, (to.left + to.right) / 2);
    const edgeX = x(to.column, left ? to.left : to.right);
    const end = side ? `H${r(edgeX)}` : `H${r(middle)}V${r(height - to.bottom)}`;
    const towards = side ? (left ? 'right' : 'left') : 'up';
    return {
      ...named(edge),
      role,
      path: `${start}V${r(into)}${end}`,
      head: side ? { x: edgeX, y: into, towards } : { x: middle, y: height - to.bottom, towards },
      label: { text: shapeOf(step), x: lane, y: (out + into) / 2, turned: true },
    } satisfies MapLine;
  });
}
