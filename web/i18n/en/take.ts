/** The menu of what can be taken to another place, before it is opened. */
export const take = {
  title: 'Take it along',
  /** {file} */
  saved: 'Saved: {file}',
};
