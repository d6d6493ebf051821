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

const TRANSACTION_CONTROL = /^(?:begin|start\s+transaction|commit|end)\b/i
const ROLLBACK = /^(?:rollback|abort)\b(?![\s\S]*\bto\b)/i
const CREATE_EXTENSION = /^create\s+extension\s+(if\s+not\s+exists\s+)?(?:"([^"]+)"|(\w+))/i

/**
 * Reviews the statements of a project's migrations. The whole file is one transaction, so its own `begin` and `commit`
 * are left out. An extension that this Postgres lacks is left out and told of, or refused in words.
 */
export function reviewProject(onLeftOut: (extension: string, path: string) => void): Review {
  return async (tx, { text }, path) => {
    if (TRANSACTION_CONTROL.test(text)) return false
    if (ROLLBACK.test(text)) {
      return 'rolls back, but a migration is one transaction that happens as a whole. Remove this statement.'
    }
    const [, mayExist, quoted, plain = ''] = CREATE_EXTENSION.exec(text) ?? []
    const extension = quoted ?? plain.toLowerCase()
    if (extension === '') return true
    const [available] = await tx`select from pg_available_extensions where name = ${extension}`
    if (available !== undefined) return true
    if (mayExist === undefined || !DISPENSABLE.has(extension)) return lacks(extension)
    onLeftOut(extension, path)
    return false
  }
}

const lacks = (extension: string): string =>
  `this Postgres does not have the extension ${extension}, which the migration asks for. Set DATABASE_URL to a Postgres that has it.`
