// What the bar has on the workbench alone, in one script.

export { ApControls } from './controls/controls.js';
export { ApTokens } from './input/tokens.js';
