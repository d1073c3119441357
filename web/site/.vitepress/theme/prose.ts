import VPDoc from 'vitepress/dist/client/theme-default/components/VPDoc.vue';
import VPLocalNav from 'vitepress/dist/client/theme-default/components/VPLocalNav.vue';
import { lateStyles } from './late-styles';
import { bringParts } from './prose-layout';
// After the styles of the parts, which it changes.
import './prose.css';

/** Every page of prose waits for this (see ../pages-of-prose.ts); the playground's first view does without. */
export async function bringProse(): Promise<void> {
  bringParts({ page: VPDoc, localNav: VPLocalNav });
  await lateStyles();
}
