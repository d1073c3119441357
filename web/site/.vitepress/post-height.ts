// A page in a frame tells the page around it how high it is, which makes the frame as high.

/** What is posted. Any page may hear it: a height is no secret. */
interface Posted {
  attentionPlayground: { height: number };
}

/** Posts the height of the page's content now and whenever it changes. */
export function postHeight(): void {
  if (window.parent === window) return;
  const content = document.querySelector('main');
  if (!content) return;
  const post = (): void => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    const posted: Posted = { attentionPlayground: { height } };
    window.parent.postMessage(posted, '*');
  };
  new ResizeObserver(post).observe(content);
}
