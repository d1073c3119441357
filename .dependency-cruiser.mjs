// What may import what in web/: `npx depcruise web` says what breaks a rule. `npm run rooms` draws what there is.

/** A room may import itself and the rooms above it; those of one line do not know each other. */
const rooms = [
  ['engine'],
  ['text'],
  ['i18n'],
  ['styles'],
  ['learned'],
  ['trace'],
  ['figures'],
  ['kit'],
  ['parts'],
  ['playground', 'panels', 'lessons'],
  ['site', 'command', 'notebook'],
];

const inside = (names) => `^web/(${names.join('|')})/`;

const entries =
  '^web/((engine|playground|playground/step|lessons|panels/[^/]+|command)/index|notebook/widget|engine/worker/worker)\\.ts$';

const order = rooms.flatMap((line, i) =>
  line.map((room) => {
    const beside = line.filter((other) => other !== room);
    return {
      name: `${room}-knows-none-below`,
      severity: 'error',
      from: { path: inside([room]) },
      to: { path: inside([...beside, ...rooms.slice(i + 1).flat()]) },
    };
  }),
);

export default {
  forbidden: [
    ...order,
    {
      name: 'every-room-has-a-place',
      comment: 'A new folder of web/ needs a place in the order of rooms.',
      severity: 'error',
      from: { path: '^web/', pathNot: inside(rooms.flat()) },
      to: {},
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unused',
      comment:
        'Nobody would compile, nor miss, what no entry of the package and no page of the site leads to.',
      severity: 'error',
      from: { path: [entries, '^web/site/'] },
      to: {
        path: '^web/.*(?<!\\.d)\\.ts$',
        pathNot: [entries, '^web/site/', '/generated/'],
        reachable: false,
      },
    },
    {
      name: 'only-engine-touches-wasm',
      severity: 'error',
      from: { pathNot: inside(['engine']) },
      to: { path: 'engine/generated/' },
    },
    {
      name: 'no-panel-knows-another',
      severity: 'error',
      from: { path: '^web/panels/([^/]+)/' },
      to: { path: '^web/panels/[^/]+/', pathNot: '^web/panels/$1/' },
    },
    {
      name: 'nothing-outside-web',
      comment:
        'What is shipped comes from web/ and from packages. Only the site reads what lies elsewhere.',
      severity: 'error',
      from: { pathNot: inside(['site']) },
      // The build may run beside this check: a generated module of the own folder may not be there yet.
      to: {
        pathNot: '^(web|node_modules)/|^\\./generated/',
        dependencyTypesNot: ['core', 'type-only'],
      },
    },
  ],
  options: {
    exclude: { path: ['^web/site/\\.vitepress/(dist|cache)/', '\\.timestamp-'] },
    doNotFollow: { path: 'node_modules' },
    // Types count too.
    tsPreCompilationDeps: true,
    // Packages may lie elsewhere, as in the copy of the tree that follows docs/how-to.
    preserveSymlinks: true,
  },
};
