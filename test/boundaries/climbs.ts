import { dirname, relative } from 'node:path'
import { type Fixture, IMPORTED, importing, typesOf } from './planted.ts'

/** Imports between the folders of a package that no row of FOLDERS allows: from a folder to a file, or to one above it. */
const CLIMBS: Readonly<Record<string, readonly (readonly [folder: string, to: string])[]>> = {
  'apps/server/src': [
    ['start', 'main.ts'],
    ['processes', 'http/app.ts'],
    ['project', 'operator/context.ts'],
    ['operator', 'processes/team.ts'],
    ['operator', 'start/start.ts'],
    ['http', 'start/start.ts'],
    ['http', 'jobs/jobs.ts'],
    ['http/mcp', 'start/served.ts'],
    ['jobs', 'http/app.ts'],
    ['jobs', 'http/tokens/token-uses.ts'],
    ['jobs', 'start/cairn.ts'],
    ['archives', 'jobs/jobs.ts'],
    ['backups', 'jobs/jobs.ts'],
    ['metrics', 'backups/backup-state.ts'],
    ['notices', 'settings/config.ts'],
    ['public-mail', 'database/database.ts'],
    ['supabase-project', 'start/start.ts'],
    ['database', 'http/app.ts'],
    ['delivery', 'settings/config.ts'],
    ['secrets', 'observe/events.ts'],
    ['observe', 'metrics/metrics.ts'],
    ['settings', 'observe/events.ts'],
    ['a-new-folder', 'settings/config.ts'],
  ],
  'apps/web/src': [
    ['screen-tests', 'main.tsx'],
    ['app', 'main.tsx'],
    ['features/systems', 'workspace/supabase/open.ts'],
    ['catalogue', 'session/session.ts'],
    ['shared', 'catalogue/card.tsx'],
    ['session', 'queries/lists.ts'],
    ['session', 'workspace/supabase/open.ts'],
    ['queries', 'catalogue/card.tsx'],
    ['queries', 'session/session.ts'],
    ['workspace', 'ui/button.tsx'],
    ['ui', 'queries/lists.ts'],
    ['i18n', 'session/session.ts'],
    ['lib', 'ui/button.tsx'],
    ['a-new-folder', 'ui/button.tsx'],
  ],
  'packages/auth/src': [
    ['endpoints', 'auth.ts'],
    ['guards', 'store/users.ts'],
    ['hooks', 'endpoints/routes.ts'],
    ['http', 'hooks/hooks.ts'],
    ['saml', 'endpoints/services.ts'],
    ['secret-change', 'store/users.ts'],
    ['passwords', 'store/users.ts'],
    ['webauthn', 'http/body.ts'],
    ['tokens', 'http/body.ts'],
    ['store', 'tokens/key-ring.ts'],
    ['rules', 'store/users.ts'],
    ['errors', 'http/body.ts'],
    ['providers', 'model/user.ts'],
    ['model', 'options.ts'],
    ['a-new-folder', 'model/user.ts'],
  ],
  'packages/data-api/src': [
    ['respond', 'handler.ts'],
    ['run', 'respond/respond.ts'],
    ['idempotency', 'run/run.ts'],
    ['sql', 'run/run.ts'],
    ['plan', 'sql/read.ts'],
    ['request', 'plan/read.ts'],
    ['errors', 'request/parse.ts'],
    ['schema-cache', 'errors/errors.ts'],
    ['a-new-folder', 'handler.ts'],
  ],
  'packages/delivery/src': [
    ['sms', 'delivery.ts'],
    ['mail', 'sender.ts'],
    ['webhooks', 'mail/compose.ts'],
    ['guarded-fetch', 'events.ts'],
    ['port', 'message-queue.ts'],
    ['a-new-folder', 'events.ts'],
  ],
  'packages/postgres/src': [
    ['embedded', 'pool/pool.ts'],
    ['start', 'pool/pool.ts'],
    ['bootstrap', 'embedded/cluster.ts'],
    ['migrate', 'embedded/cluster.ts'],
    ['move', 'embedded/cluster.ts'],
    ['replicas', 'migrate/migrate.ts'],
    ['replication', 'pool/pool.ts'],
    ['pool', 'embedded/cluster.ts'],
    ['wire', 'pool/pool.ts'],
    ['a-new-folder', 'pool/pool.ts'],
  ],
  'packages/jobs/src': [['a-new-folder', 'runner.ts']],
  'packages/testing/src': [['a-new-folder', 'people.ts']],
  'packages/tracing/src': [['a-new-folder', 'spans.ts']],
  'packages/tables/src': [
    ['tables', 'csv/read.ts'],
    ['shapes', 'tables/head.ts'],
    ['matching', 'tables/head.ts'],
    ['xlsx', 'json/read.ts'],
    ['csv', 'text/text.ts'],
    ['json', 'read-tables.ts'],
    ['yaml', 'json/read.ts'],
    ['text', 'tables/head.ts'],
    ['model', 'text/text.ts'],
    ['a-new-folder', 'model/table.ts'],
  ],
  'packages/workspace/src': [
    ['contract', 'notifications/kinds.ts'],
    ['examples', 'contract/examples.ts'],
    ['rules', 'examples/systems.ts'],
    ['products', 'rules/can.ts'],
    ['notifications', 'rules/can.ts'],
    ['port', 'rules/can.ts'],
    ['languages', 'port/workspace.ts'],
    ['lib', 'port/workspace.ts'],
    ['a-new-folder', 'lib/words.ts'],
  ],
}

/** An import that climbs. Every other one is of types alone: they are held to the same directions. */
function climb(root: string, folder: string, to: string, index: number): Fixture {
  const from = `${root}/${folder}/planted-${index}.ts`
  const specifier = relative(dirname(from), `${root}/${to}`)
  return {
    files: {
      [from]: index % 2 === 0 ? importing(specifier) : typesOf(specifier),
      [`${root}/${to}`]: IMPORTED,
    },
    refused: { from, to: `${root}/${to}` },
  }
}

/** The fixtures of the rules that FOLDERS makes. */
export function climbs(): Record<string, Fixture[]> {
  const fixtures: Record<string, Fixture[]> = {}
  for (const [root, pairs] of Object.entries(CLIMBS))
    for (const [index, [folder, to]] of pairs.entries()) {
      const row = folder === 'a-new-folder' ? 'folders-have-rows' : folder.split('/')[0]
      const rule = `${root.split('/')[1]}-${row}`
      fixtures[rule] = [...(fixtures[rule] ?? []), climb(root, folder, to, index)]
    }
  return fixtures
}
