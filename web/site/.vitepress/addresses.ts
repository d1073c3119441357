// Addresses with a state behind `#` belong to the workbench. The first screen was the workbench once, so links to its states
// are about in the world: from there they lead on.

import type { HeadConfig } from 'vitepress';

/** Runs before anything else of the first screen is read; a state has `=`, a heading of the page has none. */
const script = "if (location.hash.includes('=')) location.replace('play' + location.hash);";

/** What goes into the head of a page, by its file. */
export const leadOn = (file: string): HeadConfig[] =>
  /^(zh\/)?index\.md$/.test(file) ? [['script', {}, script]] : [];
