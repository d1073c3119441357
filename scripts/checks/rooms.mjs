// The rooms of web/: imports point one way, and no file imports itself by way of others.

import { cruise } from 'dependency-cruiser';

/** A room may import itself and what stands before it. Rooms of one list stand side by side. */
export const webRooms = [
  'engine',
  'text',
  'i18n',
  'styles',
  'learned',
  'trace',
  'figures',
  'kit',
  'parts',
  ['playground', 'panels'],
  'site',
];

const folder = (rooms) => `^web/(${[rooms].flat().join('|')})/`;

function rules() {
  const known = webRooms.flat();
  return [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing outside web/',
      severity: 'error',
      from: {},
      // The build runs beside this check: a generated module of the own folder may not be there yet.
      to: {
        pathNot: '^(web|node_modules)/|^\\./generated/',
        dependencyTypesNot: ['core', 'type-only'],
      },
    },
    {
      name: 'only engine touches the wasm module',
      severity: 'error',
      from: { pathNot: folder('engine') },
      to: { path: 'engine/generated/' },
    },
    {
      name: 'no room without a place in the order',
      severity: 'error',
      from: { path: `^web/(?!${known.join('|')})` },
      to: {},
    },
    {
      name: 'a panel knows no other panel',
      severity: 'error',
      from: { path: '^web/panels/([^/]+)/' },
      to: { path: '^web/panels/[^/]+/', pathNot: '^web/panels/$1/' },
    },
    ...webRooms.flatMap((rooms, i) =>
      [rooms].flat().map((room) => {
        const beside = [rooms].flat().filter((other) => other !== room);
        const later = [...beside, ...webRooms.slice(i + 1).flat()];
        return {
          name: `${room} comes before`,
          severity: 'error',
          from: { path: folder(room) },
          to: { path: later.length > 0 ? folder(later) : '^$' },
        };
      }),
    ),
  ];
}

/** Problems in the imports of web/ below `baseDir`, types included. */
export async function roomProblems(baseDir) {
  const { output } = await cruise(['web'], {
    baseDir,
    exclude: { path: '^web/site/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: rules() },
  });
  const found = output.summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`;
    return `${way}: ${rule.name}`;
  });
  return [...new Set(found)].sort();
}
