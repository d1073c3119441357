/** What a person reads about a kind of step: its name, what it does in one short sentence, and then why. */
export interface StepText {
  title: string;
  /** Its first sentence stands alone under the title; the others are shown on request. */
  text: string;
}
