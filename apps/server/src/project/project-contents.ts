import { join } from 'node:path'
import { migrate } from '@cairn/postgres/migrate/migrate'
import { migrateProject } from '@cairn/postgres/migrate/migrate-project'
import type { Recorded } from '@cairn/postgres/migrate/project-statements'
import { UnsuitableDatabase } from '@cairn/postgres/wire/errors'
import { ACCOUNTS, type Contents } from '../database/database.ts'
import { SUPABASE_BASE, SUPABASE_FACADES } from '../settings/paths.ts'
import type { Project } from './project-config.ts'
import type { ProjectFolder } from './project-folder.ts'

const BASE = { directory: SUPABASE_BASE, history: { schema: 'cairn', table: 'base_migrations' } }

/**
 * The database of a project: the accounts, what Supabase has before the first migration, and the project's own migrations
 * and seeds. `say` receives what the database lacks.
 */
export function contentsOf(
  { supabase }: ProjectFolder,
  { seeds }: Project,
  say: (sentence: string) => void,
): Contents {
  return {
    async check(sql) {
      const [other] = await sql`
        select
        where to_regclass('auth.schema_migrations') is not null and to_regclass('cairn.project') is null`
      if (other === undefined) return
      throw new UnsuitableDatabase(
        'This database is that of Cairn itself, or of another Supabase, and a project has one of its own. ' +
          'Set CAIRN_DATA_DIR or DATABASE_URL to another one.',
      )
    },
    async upgrade(admin, patience) {
      const base = await migrate(admin, [ACCOUNTS, BASE], patience)
      const scripts = { migrations: join(supabase, 'migrations'), seeds }
      const onLacking = (extension: string, path: string | null) => say(lacking(extension, path))
      const options = {
        ...{ patience, onLacking, facades: SUPABASE_FACADES },
        onRecorded: (extension: Recorded, names: readonly string[]) => say(recorded(extension, names)),
      }
      return [...base, ...(await migrateProject(admin, scripts, options))]
    },
  }
}

/** The sentence about an extension whose calls are recorded instead of done. */
function recorded(extension: Recorded, names: readonly string[]): string {
  const without = `this Postgres does not have the extension ${extension}`
  const these = names.length === 0 ? '' : ` (${names.join(', ')})`
  switch (extension) {
    case 'pg_cron':
      return `Jobs${these} are recorded in cron.job and not run: ${without}.`
    case 'pg_net':
      return `Requests of net.http_post and its like are recorded in net.http_request_queue and not sent: ${without}.`
    case 'supabase_vault':
      return `Secrets${these} are named in vault.secrets, and their values are not kept: ${without}.`
  }
}

function lacking(extension: string, path: string | null): string {
  const fails = `what calls it fails${extension === 'uuid-ossp' ? ', but for uuid_generate_v4()' : ''}`
  return path === null
    ? `This Postgres does not have the extension ${extension}: ${fails}.`
    : `${path} asks for the extension ${extension}, which this Postgres does not have. It was left out: ${fails}.`
}
