/** An import goes only downwards: apps → packages; auth → the port of delivery; delivery → jobs; all of them → postgres → tracing. */
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
      comment: 'data-api and auth know nothing of each other. Any of them may trace.',
      severity: 'error',
      from: {
        path: '^packages/([^/]+)/src/',
        pathNot: ['\\.test\\.ts$', '^packages/(auth|delivery|tables)/'],
      },
      to: { path: '^packages/', pathNot: ['^packages/$1/src/', '^packages/(postgres|tracing)/src/'] },
    },
    {
      name: 'auth-knows-delivery-by-its-port',
      comment:
        'What auth sends it puts into a queue; how messages leave is not its business. What it fetches it fetches guarded.',
      severity: 'error',
      from: { path: '^packages/auth/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/auth/src/',
          '^packages/postgres/src/',
          '^packages/delivery/src/(port|guarded-fetch)/',
        ],
      },
    },
    {
      name: 'delivery-imports-only-jobs-and-postgres',
      comment: 'It knows neither who sends nor why.',
      severity: 'error',
      from: { path: '^packages/delivery/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(delivery|jobs|postgres|tracing)/src/' },
    },
    {
      name: 'tables-run-anywhere',
      comment:
        'They are read in a worker of the browser and written on the server: nothing of Node, little of ours.',
      severity: 'error',
      from: { path: '^packages/tables/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: ['^packages/', '^node:', '^(fs|path|os|stream|zlib|crypto|buffer|worker_threads)$'],
        pathNot: ['^packages/tables/src/', '^packages/workspace/src/lib/'],
      },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'Test stages, fixtures and packages/testing are for tests only.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: ['^packages/testing/', '/test/', '.test.tsx?$'] },
      to: { path: ['^packages/testing/', '^packages/[^/]+/test/'] },
    },
    {
      name: 'no-circular-folders',
      comment: 'Folders that need each other are one folder, or a third one is missing.',
      scope: 'folder',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'privileged-door',
      comment: 'The code that may get past row level security is listed here, and in the file itself.',
      severity: 'error',
      from: {
        pathNot: [
          '^packages/(auth|delivery|jobs)/src/',
          '^apps/server/src/',
          '^packages/[^/]+/test/',
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
      name: 'only-the-app-uses-features',
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: '^apps/web/src/(app|features|screen-tests)/|^apps/web/src/main.tsx$',
      },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'features-meet-in-routes-screens-and-shell',
      comment: 'What stands around every screen knows none of them.',
      severity: 'error',
      from: { path: '^apps/web/src/app/', pathNot: '^apps/web/src/app/(routes|screens|shell)/' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'the-catalogue-is-for-screens',
      comment: 'What the four catalogues share is built from what lies below it.',
      severity: 'error',
      from: { path: '^apps/web/src/(shared|queries|session|workspace|ui|lib|i18n)/' },
      to: { path: '^apps/web/src/catalogue/' },
    },
    {
      name: 'workspace-stands-alone',
      comment: 'Port and rules work on a server too: without React, a browser or any library.',
      severity: 'error',
      from: { path: '^packages/workspace/src/', pathNot: ['/contract/', '\\.test\\.ts$'] },
      to: { pathNot: '^packages/workspace/src/' },
    },
    {
      name: 'contract-needs-vitest-alone',
      severity: 'error',
      from: { path: '^packages/workspace/src/' },
      to: { pathNot: ['^packages/workspace/src/', 'node_modules/vitest/'] },
    },
    {
      name: 'contract-is-for-tests',
      severity: 'error',
      from: { pathNot: ['^packages/workspace/src/contract/', '\\.test\\.tsx?$'] },
      to: { path: '^packages/workspace/src/contract/' },
    },
    {
      name: 'workspace-knows-no-screen',
      comment: 'The adapters work without React.',
      severity: 'error',
      from: { path: '^apps/web/src/workspace/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(workspace|lib)/' },
    },
    {
      name: 'ui-knows-no-product',
      comment: 'The design system has no data.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: {
        path: '^(apps/web|packages/[^/]+)/src/',
        pathNot: '^(apps/web/src/(ui|lib)|packages/workspace/src/lib)/',
      },
    },
    {
      name: 'lib-knows-nothing',
      severity: 'error',
      from: { path: '^apps/web/src/lib/' },
      to: {
        path: '^(apps/web|packages/[^/]+)/src/',
        pathNot: '^(apps/web|packages/workspace)/src/lib/',
      },
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
      to: { pathNot: ['^supabase/functions/', '^packages/(tables|workspace)/src/'] },
    },
    {
      name: 'only-exports-write-tables',
      comment: 'What they need of ours runs anywhere, and is named in the import map of their folder.',
      severity: 'error',
      from: { path: '^supabase/functions/', pathNot: '^supabase/functions/export/' },
      to: { path: '^packages/' },
    },
    {
      name: 'acceptance-knows-only-an-address',
      severity: 'error',
      from: { path: '^acceptance/' },
      to: { path: '^(apps|packages/(auth|data-api|delivery|jobs|postgres))/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
