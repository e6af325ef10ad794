// What may import what. The folders are the architecture: see ARCHITECTURE.md.
// Each room imports itself and the rooms that are named here. Nothing else imports `platform`.
const ROOMS = {
  core: [],
  fit: [],
  operators: ['core'],
  local: ['core', 'operators'],
  infrastructure: ['core', 'operators'],
  kubernetes: ['core', 'operators'],
  pods: ['core', 'operators', 'kubernetes'],
  workload: ['core', 'operators', 'fit', 'kubernetes', 'pods'],
  model: ['core', 'kubernetes', 'pods'],
  training: ['core', 'operators', 'local', 'kubernetes', 'pods', 'workload', 'model'],
  workflow: ['core', 'operators', 'fit', 'local', 'kubernetes', 'pods', 'workload', 'model', 'training'],
  tuning: ['core', 'operators', 'kubernetes', 'pods', 'workload', 'training', 'workflow'],
  serving: ['core', 'operators', 'local', 'kubernetes', 'pods', 'workload', 'model'],
  gateway: ['core', 'operators', 'kubernetes', 'workload', 'serving'],
  notebook: ['core', 'operators', 'kubernetes', 'pods', 'workload', 'model'],
  tenancy: ['core', 'operators', 'kubernetes', 'pods', 'workload'],
  monitoring: ['core', 'kubernetes'],
  registry: ['core', 'operators', 'kubernetes', 'pods', 'workload', 'model'],
  storage: ['core', 'operators', 'local', 'kubernetes', 'pods', 'workload'],
  platform: ['core', 'operators', 'infrastructure', 'kubernetes', 'workload', 'model', 'training', 'workflow'],
  testing: ['core'],
};
const FOLDERS = Object.keys(ROOMS).join('|');
/** The engines and the generated code, and the rooms that import them. */
const PACKAGES = {
  'cdktf|@cdktf': 'infrastructure|platform|testing',
  'cdk8s-plus-27': 'kubernetes|pods|workload|model|training|serving|gateway|notebook|registry|storage',
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...Object.entries(ROOMS).map(([room, imports]) => ({
      name: `what-${room}-imports`,
      severity: 'error',
      from: { path: `^lib/${room}/` },
      to: { path: `^lib/(${FOLDERS})/`, pathNot: `^lib/(${[room, ...imports].join('|')})/` },
    })),
    ...Object.entries(PACKAGES).map(([name, rooms]) => ({
      name: `who-imports-${name.replace(/\W+/g, '-')}`,
      severity: 'error',
      from: { path: `^lib/(?!${rooms})` },
      to: { path: `node_modules/(${name})/` },
    })),
    {
      name: 'provider-by-deep-imports-only',
      severity: 'error',
      from: { path: '^(lib|apps)/' },
      to: { path: 'node_modules/@cdktf/provider-google/lib/index\\.' },
    },
    {
      name: 'apps-use-the-public-surface',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^lib/', pathNot: ['^lib/[a-z]+/index\\.ts$', '^lib/(index|extend)\\.ts$'] },
    },
    {
      name: 'problems-by-their-index-only',
      severity: 'error',
      from: { path: '^lib/(?!core/problems/)' },
      to: { path: '^lib/core/problems/(?!index\\.ts$)' },
    },
    { name: 'no-unknown-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
