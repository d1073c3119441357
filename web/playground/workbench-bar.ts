// What the bar has on the workbench, in one script; who edits a sentence elsewhere needs the tools, too.

export { ApControls } from './controls/controls.js';
export { ApTokens } from './input/tokens.js';
export { ApWordMenu } from './input/word-menu.js';
export { ApInputTools } from './input/tools.js';
