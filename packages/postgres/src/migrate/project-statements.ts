import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Statements } from '../wire/transaction.ts'
import type { Review } from './apply-script.ts'

/**
 * Extensions that a database of Supabase has before the first migration, and that tables do not need: a migration that
 * asks for one goes on without it. What does need it says so when it is called. pgtap is for tests alone.
 */
const DISPENSABLE = new Set([
  'pg_graphql',
  'pg_stat_statements',
  'pgcrypto',
  'pgjwt',
  'pgsodium',
  'pgtap',
  'supabase_vault',
  'uuid-ossp',
])

/** Extensions whose calls are recorded where they are lacking, instead of done. */
const RECORDED = ['pg_cron', 'pg_net'] as const

/** The same, and what of the base stands for an extension. */
export type Recorded = (typeof RECORDED)[number] | 'supabase_vault'

const TRANSACTION_CONTROL = /^(?:begin|start\s+transaction|commit|end)\b/i
const ROLLBACK = /^(?:rollback|abort)\b(?![\s\S]*\bto\b)/i
const CREATE_EXTENSION = /^create\s+extension\s+(if\s+not\s+exists\s+)?(?:"([^"]+)"|(\w+))/i
const OF_EXTENSION = /^(?:comment\s+on|alter|drop)\s+extension\s+(?:if\s+exists\s+)?(?:"([^"]+)"|(\w+))/i

/**
 * Reviews the statements of a project's migrations. The whole file is one transaction, so its own `begin` and `commit`
 * are left out. An extension that this Postgres lacks is left out and told of, or refused in words; so is what is said of one
 * later. The SQL that stands for an extension is `<name>.sql` in `facades`.
 */
export function reviewProject(facades: string, onLeftOut: (extension: string, path: string) => void): Review {
  return async (tx, { text }, path) => {
    if (TRANSACTION_CONTROL.test(text)) return false
    if (ROLLBACK.test(text)) {
      return 'rolls back, but a migration is one transaction that happens as a whole. Remove this statement.'
    }
    const later = nameIn(OF_EXTENSION.exec(text)?.slice(1))
    if (later !== '') return !isReplaceable(later) || isAvailable(tx, later)
    const [, mayExist, ...named] = CREATE_EXTENSION.exec(text) ?? []
    const extension = nameIn(named)
    if (extension === '' || (await isAvailable(tx, extension))) return true
    if (isRecorded(extension)) {
      await tx.unsafe(readFileSync(join(facades, `${extension}.sql`), 'utf8'))
      return false
    }
    if (mayExist === undefined || !DISPENSABLE.has(extension)) return lacks(extension)
    onLeftOut(extension, path)
    return false
  }
}

/** The name of an extension: in quotes as it is, else in small letters. */
const nameIn = ([quoted, plain = '']: readonly (string | undefined)[] = []): string =>
  quoted ?? plain.toLowerCase()

const isRecorded = (extension: string) => RECORDED.some((name) => name === extension)

const isReplaceable = (extension: string) => DISPENSABLE.has(extension) || isRecorded(extension)

async function isAvailable(tx: Statements, extension: string): Promise<boolean> {
  const found = await tx`select from pg_available_extensions where name = ${extension}`
  return found.length > 0
}

const lacks = (extension: string): string =>
  `this Postgres does not have the extension ${extension}, which the migration asks for. Set DATABASE_URL to a Postgres that has it.`
