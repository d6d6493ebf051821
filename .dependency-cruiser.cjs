/** An import goes only downwards: apps → packages, and no package imports another except postgres. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle means that two files are one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'packages-do-not-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'packages-import-only-postgres',
      comment: 'testing is for tests; data-api and auth know nothing of each other.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: ['\\.test\\.ts$', '^packages/auth/src/protocol/'] },
      to: { path: '^packages/', pathNot: ['^packages/$1/', '^packages/postgres/'] },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: ['^packages/testing/', '^packages/auth/src/protocol/', '\\.test\\.tsx?$'],
      },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'protocol-is-for-tests',
      comment: 'What the protocol tests of packages/auth share.',
      severity: 'error',
      from: { pathNot: ['^packages/auth/src/protocol/', '\\.test\\.ts$'] },
      to: { path: '^packages/auth/src/protocol/' },
    },
    {
      name: 'privileged-door',
      comment: 'Whoever gets past row level security is listed here, and in the file itself.',
      severity: 'error',
      from: {
        pathNot: [
          '^packages/auth/src/',
          '^apps/server/src/',
          '^packages/postgres/src/',
          '^packages/testing/',
          '\\.test\\.ts$',
          '^bench/',
        ],
      },
      to: { path: '^packages/postgres/src/privileged\\.ts$' },
    },
    {
      name: 'server-does-not-import-web',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'only-routes-use-features',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib|workspace|i18n)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'only-the-adapter-knows-the-client',
      comment: 'The app speaks to the Workspace port; the official client stays behind it.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: '^apps/web/src/workspace/supabase/' },
      to: { path: '@supabase/' },
    },
    {
      name: 'functions-know-only-themselves',
      comment: 'They run on any Supabase: nothing of ours, no library.',
      severity: 'error',
      from: { path: '^supabase/functions/' },
      to: { pathNot: '^supabase/functions/' },
    },
    {
      name: 'acceptance-knows-only-an-address',
      severity: 'error',
      from: { path: '^acceptance/' },
      to: { path: '^(apps|packages/(auth|data-api|postgres))/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
