import { climbs } from './climbs.ts'
import { type Fixture, IMPORTED, importing } from './planted.ts'

/** A file that imports another one, by the specifier that its author would write. */
const oneImport = (from: string, specifier: string, to: string): Fixture => ({
  files: { [from]: importing(specifier), [to]: IMPORTED },
  refused: { from, to },
})

/** Folders that need each other, though no two files do. */
const FOLDER_CYCLE: Fixture = {
  files: {
    'apps/server/src/http/one.ts': importing('../jobs/two.ts'),
    'apps/server/src/jobs/two.ts': IMPORTED,
    'apps/server/src/jobs/three.ts': importing('../http/four.ts'),
    'apps/server/src/http/four.ts': IMPORTED,
  },
  refused: { from: 'apps/server/src/http', to: 'apps/server/src/jobs' },
}

/** A file that no other one imports: an orphan. */
const orphan = (path: string): Fixture => ({
  files: { [path]: 'globalThis.name\n' },
  refused: { from: path, to: path },
})

/** For each rule of .dependency-cruiser.cjs what it refuses. All files together are one tree. */
export const FIXTURES: Readonly<Record<string, readonly Fixture[]>> = {
  ...climbs(),
  'no-circular': [
    {
      files: {
        'apps/web/src/lib/one.ts': importing('@/lib/two.ts'),
        'apps/web/src/lib/two.ts': `${importing('@/lib/one.ts')}export const other = 2\n`,
      },
      refused: { from: 'apps/web/src/lib/one.ts', to: 'apps/web/src/lib/two.ts' },
    },
  ],
  'no-circular-folders': [FOLDER_CYCLE],
  'packages-do-not-import-apps': [
    oneImport('packages/auth/src/upwards.ts', '../../../apps/server/src/main.ts', 'apps/server/src/main.ts'),
  ],
  'packages-import-only-postgres': [
    oneImport('packages/data-api/src/beside.ts', '../../auth/src/auth.ts', 'packages/auth/src/auth.ts'),
  ],
  'auth-knows-delivery-by-its-port': [
    oneImport(
      'packages/auth/src/beside.ts',
      '../../data-api/src/handler.ts',
      'packages/data-api/src/handler.ts',
    ),
    oneImport('packages/auth/src/send.ts', '../../delivery/src/sender.ts', 'packages/delivery/src/sender.ts'),
  ],
  'delivery-imports-only-jobs-and-postgres': [
    oneImport('packages/delivery/src/beside.ts', '../../auth/src/auth.ts', 'packages/auth/src/auth.ts'),
  ],
  'tables-run-anywhere': [
    oneImport('packages/tables/src/beside.ts', '../../auth/src/auth.ts', 'packages/auth/src/auth.ts'),
    oneImport(
      'packages/tables/src/records.ts',
      '../../workspace/src/port/workspace.ts',
      'packages/workspace/src/port/workspace.ts',
    ),
  ],
  'tests-stay-in-tests': [
    oneImport(
      'apps/server/src/start/serve.ts',
      '../../../../packages/testing/src/people.ts',
      'packages/testing/src/people.ts',
    ),
  ],
  'names-say-what-tests-need': [
    oneImport(
      'packages/postgres/src/wire.test.ts',
      '../../testing/src/test-database.ts',
      'packages/testing/src/test-database.ts',
    ),
  ],
  'privileged-door': [
    oneImport(
      'packages/data-api/src/run.ts',
      '../../postgres/src/pool/privileged.ts',
      'packages/postgres/src/pool/privileged.ts',
    ),
    oneImport(
      'packages/data-api/src/run/run-past.ts',
      '../../../postgres/src/pool/privileged.ts',
      'packages/postgres/src/pool/privileged.ts',
    ),
  ],
  'server-does-not-import-web': [
    oneImport('apps/server/src/pages.ts', '../../web/src/lib/text.ts', 'apps/web/src/lib/text.ts'),
  ],
  'features-do-not-know-each-other': [
    oneImport(
      'apps/web/src/features/systems/page.tsx',
      '@/features/agents/page.tsx',
      'apps/web/src/features/agents/page.tsx',
    ),
  ],
  'only-the-app-uses-features': [
    oneImport(
      'apps/web/src/catalogue/list.tsx',
      '@/features/agents/page.tsx',
      'apps/web/src/features/agents/page.tsx',
    ),
    oneImport('apps/web/src/session/store.ts', '@/app/app.tsx', 'apps/web/src/app/app.tsx'),
  ],
  'features-meet-in-routes-screens-and-shell': [
    oneImport(
      'apps/web/src/app/frame.tsx',
      '@/features/agents/page.tsx',
      'apps/web/src/features/agents/page.tsx',
    ),
  ],
  'workspace-stands-alone': [
    oneImport('packages/workspace/src/port/page.ts', 'react', 'node_modules/react/index.js'),
  ],
  'contract-needs-vitest-alone': [
    oneImport('packages/workspace/src/contract/page.ts', 'react', 'node_modules/react/index.js'),
  ],
  'contract-is-for-tests': [
    oneImport(
      'apps/web/src/shared/example.ts',
      '../../../../packages/workspace/src/contract/examples.ts',
      'packages/workspace/src/contract/examples.ts',
    ),
  ],
  'only-the-adapter-knows-the-client': [
    oneImport(
      'apps/web/src/features/systems/list.tsx',
      '@supabase/supabase-js',
      'node_modules/@supabase/supabase-js/index.js',
    ),
  ],
  'functions-know-only-themselves': [
    oneImport(
      'supabase/functions/hello/index.ts',
      '../../../packages/auth/src/auth.ts',
      'packages/auth/src/auth.ts',
    ),
  ],
  'only-exports-write-tables': [
    oneImport(
      'supabase/functions/hello/handler.ts',
      '../../../packages/tables/src/write-table.ts',
      'packages/tables/src/write-table.ts',
    ),
  ],
  'acceptance-knows-only-an-address': [
    oneImport('acceptance/sign-in.test.ts', '../packages/auth/src/auth.ts', 'packages/auth/src/auth.ts'),
  ],
  'ui-and-lib-know-no-product': [
    oneImport(
      'apps/web/src/ui/badge.tsx',
      '../../../../packages/workspace/src/port/workspace.ts',
      'packages/workspace/src/port/workspace.ts',
    ),
  ],
  'web-imports-only-tables-and-workspace': [
    oneImport(
      'apps/web/src/workspace/supabase/pool.ts',
      '../../../../../packages/postgres/src/pool.ts',
      'packages/postgres/src/pool.ts',
    ),
  ],
  'journeys-know-only-pages': [
    oneImport('e2e/sign-in.spec.ts', '../apps/web/src/ui/button.tsx', 'apps/web/src/ui/button.tsx'),
    oneImport('e2e/support/source.ts', '../../apps/web/src/lib/text.ts', 'apps/web/src/lib/text.ts'),
    oneImport('e2e/jobs/jobs.spec.ts', '../../apps/server/src/main.ts', 'apps/server/src/main.ts'),
    oneImport('e2e/auth.spec.ts', '../packages/auth/src/auth.ts', 'packages/auth/src/auth.ts'),
  ],
  'nothing-imports-an-end': [
    oneImport('apps/server/src/http/cast.ts', '../../../../e2e/support/cast.ts', 'e2e/support/cast.ts'),
    oneImport('packages/jobs/src/load.ts', '../../../bench/load.ts', 'bench/load.ts'),
    oneImport('bench/journeys.ts', '../e2e/support/cast.ts', 'e2e/support/cast.ts'),
    oneImport('acceptance/run.ts', '../scripts/lib/run.mjs', 'scripts/lib/run.mjs'),
    oneImport('supabase/tests/planted.ts', '../../test/lint/lint.ts', 'test/lint/lint.ts'),
  ],
  'the-product-knows-nothing-around-it': [
    oneImport(
      'packages/jobs/src/cast.ts',
      '../../../supabase/tests/support/cast.ts',
      'supabase/tests/support/cast.ts',
    ),
    oneImport('apps/web/src/lib/refusal.ts', '../../../../acceptance/refusal.ts', 'acceptance/refusal.ts'),
  ],
  'every-file-has-a-user': [
    orphan('apps/server/src/orphan.ts'),
    orphan('apps/server/src/http/orphan.ts'),
    ...['auth', 'data-api', 'delivery', 'jobs', 'postgres', 'tables', 'testing', 'tracing', 'workspace'].map(
      (name) => orphan(`packages/${name}/src/orphan.ts`),
    ),
  ],
}
