import type { Statements } from './transaction.ts'

/**
 * Makes sure that a clock that was set neither opens nor prolongs what is counted in time. Is sent at once, ahead of what
 * counts. Source of the rule: packages/auth/migrations/0020_clock.sql
 */
export function keepTime(sql: Statements): Promise<unknown> {
  return sql`select auth.keep_time()`.execute()
}

/** Notes that a server runs at this time; see {@link keepTime}. */
export async function noteTime(sql: Statements): Promise<void> {
  await sql`select auth.note_time()`
}
