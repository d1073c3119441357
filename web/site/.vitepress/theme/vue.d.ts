/** Components that are written as single files: of VitePress alone. */
declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}
