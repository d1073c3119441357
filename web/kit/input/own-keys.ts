import type { ReactiveController, ReactiveControllerHost } from 'lit';

const FIELD = 'input, select, textarea, [contenteditable]';
/** Fields that are pressed or dragged, not typed into. */
const SWITCH = 'input:is([type="checkbox"], [type="radio"])';
/** Fields in which Page Up and Page Down mean something. */
const PAGED = 'select, textarea, input[type="range"]';
const PRESSED = 'button, summary, a[href], [role="button"], [role="tab"], [role="treeitem"]';

const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End)$/;
const PAGES = /^Page(Up|Down)$/;
const EDITS = /^(Backspace|Delete|Insert|Enter)$/;
/** With Ctrl or ⌘: select all, copy, cut, paste, undo, redo. */
const CLIPBOARD = /^[acxvyz]$/i;

/**
 * Keeps from the page around an element the keys that were meant for the element: those that it handled, and typing in
 * its fields and grids. Events that leave a shadow tree have the element as their target, so a page cannot know that
 * they come from a field, and takes them for its own shortcuts. All other keys pass.
 */
export class OwnKeys implements ReactiveController {
  /** The pressed keys of which the page knows nothing: it is not told of their release either. */
  private readonly held = new Set<string>();

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    const root = this.host.shadowRoot;
    // Parts may stop a key themselves, before it comes back here.
    root?.addEventListener('keydown', this.onPress, { capture: true });
    root?.addEventListener('keydown', this.onPressed);
    root?.addEventListener('keypress', this.onHeld);
    root?.addEventListener('keyup', this.onRelease);
    for (const type of ['copy', 'cut', 'paste']) root?.addEventListener(type, this.onClipboard);
  }

  private readonly onPress = (event: Event): void => {
    this.held.add(keyOf(event));
  };

  private readonly onPressed = (event: Event): void => {
    if (isOwn(event as KeyboardEvent)) event.stopPropagation();
    else this.held.delete(keyOf(event));
  };

  private readonly onHeld = (event: Event): void => {
    if (this.held.has(keyOf(event))) event.stopPropagation();
  };

  private readonly onRelease = (event: Event): void => {
    if (this.held.delete(keyOf(event))) event.stopPropagation();
  };

  private readonly onClipboard = (event: Event): void => {
    if (event.defaultPrevented || targetOf(event)?.matches(FIELD)) event.stopPropagation();
  };
}

function keyOf(event: Event): string {
  const { code, key } = event as KeyboardEvent;
  return code || key;
}

/** The element inside that has the focus. */
function targetOf(event: Event): Element | undefined {
  const [target] = event.composedPath();
  return target instanceof Element ? target : undefined;
}

function isOwn(event: KeyboardEvent): boolean {
  const target = targetOf(event);
  if (event.defaultPrevented || !target) return true;
  const { key } = event;
  if (target.matches(FIELD) && !target.matches(SWITCH)) return isTyping(event, target);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target.closest('[role="grid"]')) return key.length === 1;
  if (target.matches(`${PRESSED}, ${SWITCH}`) && (key === 'Enter' || key === ' ')) return true;
  if (target.matches(SWITCH)) return MOVES.test(key);
  return scrolls(target) && (MOVES.test(key) || PAGES.test(key));
}

function isTyping(event: KeyboardEvent, field: Element): boolean {
  const { key } = event;
  if (event.isComposing || key === 'Process' || key === 'Dead') return true;
  const command = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (command) return CLIPBOARD.test(key) || MOVES.test(key) || EDITS.test(key);
  if (PAGES.test(key)) return field.matches(PAGED);
  return key.length === 1 || MOVES.test(key) || EDITS.test(key);
}

/** Whether arrow keys scroll the focused element. */
function scrolls(element: Element): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
  return /auto|scroll/.test(getComputedStyle(element).overflow);
}
