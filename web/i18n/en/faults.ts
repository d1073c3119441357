/** Right beside wrong. */
export const faults = {
  fault: 'Fault',
  first: 'First step that differs',
  none: 'No step differs here.',
  here: 'Chosen cell: right {right}, wrong {wrong}.',
  same: 'Chosen cell: {right}, right and wrong.',
  only: 'Only the wrong walk has this step.',
  onlyRight: 'Only the right walk has this step.',
  edits: 'An edit fits only one of the two walks, so they differ by more than the fault.',
  right: 'Right, without the fault:',
  showRight: 'Show right values',
  showWrong: 'Show wrong values',
  rightIsShown: 'The right values are shown.',
};
