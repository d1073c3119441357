/** In place of the default theme's components that no page of this site shows. */
export default () => null;

/** In place of the function that fetches the pages behind links. */
export const usePrefetch = (): void => undefined;
