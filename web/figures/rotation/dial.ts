import type { Colour, Mark } from '../marks.js';
import type { Turn } from './pair.js';
import { armsOf, rotated, wayOf, type Arm } from './plane.js';

/** Where a dial is drawn. */
export interface DialBox {
  /** Its middle. */
  x: number;
  y: number;
  radius: number;
}

interface DialLook {
  moment: number;
  /** Of the arm after the turn. */
  colour: Colour;
  /** Whether it is the chosen one. */
  strong: boolean;
}

/** The arc stands within the arms, and within the arc the angle is open. */
const ARC = 0.45;
/** Dials of less than this radius have finer lines, and neither axes nor points at the ends of their arms. */
const SMALL = 24;

/** The two numbers as a point on a circle: the arm before, the arm after, and between them the angle. */
export function dial(turn: Turn, { x, y, radius }: DialBox, look: DialLook): Mark[] {
  const { angle } = turn.rule;
  const { moment, colour, strong } = look;
  const [before, after] = armsOf([turn.before, turn.after], radius) as [Arm, Arm];
  const end = moment < 1 ? rotated(before, angle, moment) : after;
  const isSmall = radius < SMALL;
  const wide = isSmall ? 1.5 : 2.5;
  const line = (arm: Arm): string => `M${x} ${y}l${arm.x} ${arm.y}`;
  const way = wayOf(before, angle, moment, radius * ARC);
  const marks: Mark[] = [
    { type: 'path', d: circle(x, y, radius), stroke: strong ? 'soft' : 'line', width: 1 },
    { type: 'path', d: line(before), stroke: 'soft', width: wide - 0.5, dash: [3, 2] },
    { type: 'path', d: line(end), stroke: colour, width: wide },
  ];
  if (way.length > 1) {
    marks.push({ type: 'path', d: curveOf(way, x, y), stroke: 'accent', width: wide - 0.5 });
  }
  if (isSmall) return marks;
  const ends: Mark[] = [
    { type: 'path', d: axes(x, y, radius), stroke: 'line', width: 1 },
    { type: 'path', d: circle(x + before.x, y + before.y, 3), stroke: 'soft', fill: 'ground' },
    { type: 'path', d: circle(x + end.x, y + end.y, 3.5), fill: colour },
  ];
  return [...marks, ...ends];
}

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

const axes = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}h${2 * radius}M${x} ${y - radius}v${2 * radius}`;

const curveOf = (way: readonly Arm[], x: number, y: number): string =>
  `M${way.map((arm) => `${x + arm.x} ${y + arm.y}`).join('L')}`;
