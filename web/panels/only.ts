/** The sections of a panel by name, each with the names of its parts, if it has any. */
type Sections = Readonly<Record<string, readonly string[]>>;

/** The names of sections and parts. */
type NameIn<All extends Sections> = (keyof All & string) | All[keyof All][number];

/** Which sections of a panel are shown, and which parts of them. */
export interface Shown<All extends Sections> {
  /** Whether all are: then what belongs to none is shown, too. */
  readonly all: boolean;
  /** Whether anything of a section is shown, or a part. */
  has(name: NameIn<All>): boolean;
}

/** Those that the attribute `only` names, with spaces between; all, if it names none that there is. */
export function shownBy<All extends Sections>(only: string, sections: All): Shown<All> {
  const words = only.split(/\s+/);
  const shown = new Set<string>();
  for (const [section, parts] of Object.entries(sections)) {
    const named = words.includes(section) ? parts : parts.filter((part) => words.includes(part));
    if (words.includes(section) || named.length > 0) shown.add(section);
    for (const part of named) shown.add(part);
  }
  const all = shown.size === 0;
  return { all, has: (name) => all || shown.has(name) };
}

/** Whether other sections are shown than before, or any for the first time. */
export const showsOthers = (changed: ReadonlyMap<PropertyKey, unknown>): boolean =>
  changed.has('only') || changed.has('engine');
