// What may import what. The folders are the architecture: see ARCHITECTURE.md.
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-imports-neither-tree',
      severity: 'error',
      from: { path: '^lib/core/' },
      to: { path: '^lib/(infrastructure|workloads|platform|testing)/|node_modules/(cdktf|@cdktf|cdk8s-plus-27)/' },
    },
    {
      name: 'infrastructure-and-workloads-never-meet',
      severity: 'error',
      from: { path: '^lib/infrastructure/' },
      to: { path: '^lib/(workloads|platform|testing)/|node_modules/cdk8s-plus-27/' },
    },
    {
      name: 'workloads-and-infrastructure-never-meet',
      severity: 'error',
      from: { path: '^lib/workloads/' },
      to: { path: '^lib/(infrastructure|platform|testing)/|node_modules/(cdktf|@cdktf)/' },
    },
    {
      name: 'nothing-imports-the-platform',
      severity: 'error',
      from: { path: '^lib/(core|infrastructure|workloads|testing)/' },
      to: { path: '^lib/platform/' },
    },
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
      to: { path: '^lib/(?!index\\.ts$)' },
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
