/** In place of the default theme's components that no page of this site shows. */
export default () => null;
