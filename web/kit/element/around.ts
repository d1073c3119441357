/** The element around another one as it is drawn: through slots and shadow roots. */
export function parentOf(element: Element): Element | null {
  const { parentNode } = element;
  const host = parentNode instanceof ShadowRoot ? parentNode.host : null;
  return element.assignedSlot ?? element.parentElement ?? host;
}
