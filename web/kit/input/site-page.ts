/** A page of the project's site, by the site's address: its file, as not every server finds that without its ending. */
export const sitePage = (site: string, path: string): URL =>
  new URL(`${path}.html`, new URL(site, document.baseURI));
