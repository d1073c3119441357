import { css } from 'lit';

/** How an element stands in a page that is not ours: only for the outermost element, before `base`. */
export const host = css`
  :host {
    display: block;
    /* What overlaps inside does not overlap the page. */
    isolation: isolate;
    /* In a row of flexible items, where an element may shrink to nothing. */
    min-inline-size: min(320px, 100%);
    /* Texts are English or Chinese, and columns are counted from the left, whatever the page's direction is. */
    direction: ltr;
    unicode-bidi: isolate;
    writing-mode: horizontal-tb;
    /* The page's type stays outside: all that a text inherits. */
    font-style: normal;
    font-variant: normal;
    font-weight: 400;
    font-stretch: normal;
    font-kerning: auto;
    font-feature-settings: normal;
    text-transform: none;
    text-indent: 0;
    text-align-last: auto;
    text-shadow: none;
    word-spacing: normal;
    white-space: normal;
    word-break: normal;
    overflow-wrap: normal;
    hyphens: manual;
    tab-size: 8;
    quotes: auto;
    list-style: initial;
    border-collapse: separate;
    border-spacing: 0;
    caption-side: top;
    cursor: auto;
  }
  /*
   * The layout depends on the element's own width, so its contents cannot give it one. This does, where a container
   * asks its contents (flex items, table cells, floats, dialogs): up to 1200 pixels, or less where there is less room.
   */
  :host::before {
    content: '';
    display: grid;
    grid-template-columns: minmax(0, 1200px);
    block-size: 0;
    overflow: hidden;
  }
  @media print {
    /* Colours stand for numbers. */
    :host {
      print-color-adjust: exact;
    }
  }
  /*
   * Until it is drawn, an element takes about the room that it will take, so that nothing below moves in sight, and only
   * elements near the view start. One with hidden parts is lower, and so are sections of one.
   */
  :host(:not(:state(drawn))) {
    position: relative;
    min-block-size: var(--ap-reserved-height, min(100lvh, 1000px));
  }
  :host(:is([hide], [only]):not(:state(drawn))) {
    min-block-size: var(--ap-reserved-height, 480px);
  }
  [name='poster'] {
    display: block;
  }
  /* Behind a poster everything is drawn at its width, but takes no room. */
  .filled ~ .frame {
    position: absolute;
    inset-inline: 0;
    block-size: 0;
    min-block-size: 0;
    overflow: hidden;
    visibility: hidden;
  }
`;
