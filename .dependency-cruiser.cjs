/**
 * The allowed directions of imports. test/boundaries plants a violation for each rule.
 *
 * Between the folders of the repository:
 * - apps → packages. The server and the web app do not know each other.
 * - The web app → tables and workspace, no package of the server.
 * - All packages of the server → postgres → tracing. Besides: auth → the port of delivery, delivery → jobs, tables → the
 *   small functions of workspace, and the names of its kinds. workspace stands alone.
 * - Acceptance tests, benchmarks, journeys, scripts and tests → the product, never the other way round. Nothing imports
 *   benchmarks, journeys, scripts and tests.
 * - Journeys → packages/testing and the helpers of acceptance: they know the pages alone, nothing of the product.
 *
 * Between the folders of a package: a row of FOLDERS names what a folder may import of its package, besides itself. Rows
 * stand from the top downwards, so a folder imports what stands below it. The files in the root of a package put its
 * folders together and may import them all. A name means the file or the folder of that name in the root, so that a file
 * which becomes a folder changes nothing here. A folder without a row may import nothing of its package.
 */
const FOLDERS = {
  'apps/server/src': {
    processes: 'start database metrics observe settings',
    project: 'start jobs supabase-project secrets database observe settings',
    operator:
      'start/start-failure http archives backups metrics secrets database observe supabase-project settings',
    start:
      'http jobs archives backups metrics notices public-mail delivery supabase-project secrets database observe settings',
    http: 'backups metrics notices secrets database observe settings',
    jobs: 'archives backups notices observe settings',
    archives: 'settings',
    backups: 'metrics secrets settings',
    metrics: 'secrets observe settings',
    database: 'observe settings',
    delivery: '',
    notices: '',
    'public-mail': '',
    'supabase-project': 'settings',
    secrets: 'settings',
    observe: 'settings',
    settings: '',
  },
  'apps/web/src': {
    'screen-tests': 'app features catalogue shared session queries workspace ui i18n lib styles',
    app: 'features catalogue shared session queries workspace ui i18n lib',
    features: 'catalogue shared session queries ui i18n lib',
    catalogue: 'shared queries ui i18n lib',
    shared: 'session queries ui i18n lib',
    session: 'ui i18n lib',
    queries: 'lib',
    workspace: 'lib',
    ui: 'lib',
    i18n: 'lib',
    lib: '',
  },
  'packages/auth/src': {
    endpoints:
      'change-mail options events guards hooks http saml passwords webauthn tokens store rules errors providers model',
    guards: 'http errors',
    hooks: 'http store errors model',
    http: 'store errors model',
    saml: 'tokens store rules providers model',
    'secret-change': 'tokens',
    passwords: 'events errors',
    webauthn: 'tokens model',
    tokens: 'store providers model',
    store: 'rules errors providers model',
    rules: 'model',
    errors: 'model',
    providers: '',
    model: '',
  },
  'packages/data-api/src': {
    respond: 'run idempotency plan request errors schema-cache',
    run: 'idempotency sql plan request errors schema-cache',
    idempotency: 'sql request errors schema-cache',
    sql: 'plan request errors schema-cache',
    plan: 'request errors schema-cache',
    request: 'errors',
    errors: 'schema-cache',
    'schema-cache': '',
  },
  'packages/delivery/src': {
    sms: 'mail not-composed message-queue render sealer port',
    mail: 'not-composed message-queue render sealer port',
    webhooks: 'guarded-fetch retry sealer events',
    'guarded-fetch': '',
    port: '',
  },
  'packages/postgres/src': {
    bootstrap: 'start wire',
    embedded: 'start wire',
    migrate: 'start wire',
    move: 'start wire',
    replicas: 'pool start wire',
    pool: 'start wire',
    start: 'wire',
    replication: 'wire',
    wire: '',
  },
  'packages/jobs/src': {},
  'packages/testing/src': {},
  'packages/tracing/src': {},
  'packages/tables/src': {
    tables: 'shapes text model',
    shapes: 'model',
    matching: 'text model',
    xlsx: 'csv text model',
    csv: 'model',
    json: 'model',
    yaml: 'model',
    text: 'model',
    model: '',
  },
  'packages/workspace/src': {
    contract: 'examples rules port errors',
    examples: 'port',
    rules: 'port lib',
    products: 'port languages',
    // A kind of notification is known by its sentence, and sentences name catalogues: these two need each other.
    notifications: 'port lib',
    port: 'notifications errors lib',
    languages: '',
    lib: '',
  },
}

/** Tests in these folders open more of their package than the code beside them may. */
const TESTS_THAT_SEE_MORE = [
  '^apps/server/src/(jobs|operator|processes)/.+\\.test\\.ts$',
  '^apps/web/src/(features|queries|shared)/.+\\.test\\.tsx?$',
  '^apps/web/src/features/[^/]+/test/',
  '^packages/tables/src/.+\\.test\\.ts$',
  '^packages/workspace/src/(products|rules)/.+\\.test\\.ts$',
]

/** A rule for each row of FOLDERS, named `server-http`, and one for the folders without a row. */
const folderRules = Object.entries(FOLDERS).flatMap(([root, rows]) => {
  const [, packageName] = root.split('/')
  const named = (names) => `^${root}/(${names.join('|')})(/|\\.)`
  return [
    ...Object.entries(rows).map(([folder, allowed]) => ({
      name: `${packageName}-${folder}`,
      comment: `Its row in FOLDERS: ${allowed || 'nothing'}.`,
      severity: 'error',
      from: { path: `^${root}/${folder}/`, pathNot: TESTS_THAT_SEE_MORE },
      to: {
        path: `^${root}/`,
        pathNot: [`^${root}/${folder}/`, ...(allowed === '' ? [] : [named(allowed.split(' '))])],
      },
    })),
    {
      name: `${packageName}-folders-have-rows`,
      comment: 'Give the folder a row in FOLDERS.',
      severity: 'error',
      from: { path: `^${root}/[^/]+/`, pathNot: named(Object.keys(rows)) },
      to: { path: `^${root}/` },
    },
  ]
})

module.exports = {
  forbidden: [
    ...folderRules,
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
        pathNot: ['^packages/tables/src/', '^packages/workspace/src/(lib/|port/records/catalogues\\.ts$)'],
      },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'Test stages, fixtures and packages/testing are for tests only.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: ['^packages/testing/', '/screen-tests/support/', '/test/', '.test.tsx?$'],
      },
      to: { path: ['^packages/testing/', '^packages/[^/]+/test/'] },
    },
    {
      name: 'names-say-what-tests-need',
      comment: 'A test file that opens a database is called .db.test.ts, see docs/develop/testing.md.',
      severity: 'error',
      from: { path: '\\.test\\.tsx?$', pathNot: '\\.db\\.test\\.ts$' },
      to: {
        path: [
          '^packages/testing/src/(kept-postgres|replicas|scratch-postgres|server-process|test-database|test-server)\\.ts$',
          '^packages/postgres/src/embedded\\.ts$',
        ],
      },
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
      to: { path: '^packages/postgres/src/pool/privileged\\.ts$' },
    },
    {
      name: 'server-does-not-import-web',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-imports-only-tables-and-workspace',
      comment: 'Neither knows a server.',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: ['/screen-tests/support/', '/test/', '\\.test\\.tsx?$'] },
      to: { path: '^packages/', pathNot: '^packages/(tables|workspace)/src/' },
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
      name: 'ui-and-lib-know-no-product',
      comment: 'The design system and the small functions have no data.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/' },
      to: { path: '^packages/', pathNot: '^packages/workspace/src/lib/' },
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
    {
      name: 'journeys-know-only-pages',
      comment: 'They act in a browser and arrange through packages/testing and the helpers of acceptance.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: {
        path: '^(acceptance|apps|bench|packages|scripts|supabase|test)/',
        pathNot: '^(acceptance/support|packages/testing)/',
      },
    },
    {
      name: 'nothing-imports-an-end',
      comment:
        'Benchmarks, journeys, scripts and tests stand at the end of all imports; tests of these import them. Scripts alone load other versions of Node, for their tests and for the bench.',
      severity: 'error',
      from: { path: '^([^/]+)/', pathNot: '^test/' },
      to: { path: '^(bench|e2e|scripts|test)/', pathNot: ['^$1/', '^scripts/lib/nodes\\.mjs$'] },
    },
    {
      name: 'the-product-knows-nothing-around-it',
      comment: 'What tests the product imports it, not the other way round.',
      severity: 'error',
      from: { path: ['^(apps|packages)/[^/]+/src/', '^supabase/functions/'], pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(acceptance|supabase/(tests|tools))/' },
    },
    {
      name: 'every-file-has-a-user',
      comment: 'knip takes each file behind the `exports` of a package as used: an orphan is found here.',
      severity: 'error',
      module: {
        path: '^(apps/server|packages/[^/]+)/src/',
        pathNot: [
          '\\.(test|d)\\.ts$',
          '^apps/server/src/main\\.ts$',
          '^packages/testing/src/vitest-setup\\.ts$',
        ],
        numberOfDependentsLessThan: 1,
      },
      from: {},
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
