import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

const accountRows = z.array(z.object({ account: z.string() }))

/** The accounts that a statement lists in its column `account`. */
export async function accountsIn(
  database: Privileged,
  list: (sql: Statements) => Promise<unknown>,
): Promise<string[]> {
  return accountRows.parse(await database.statement(list)).map(({ account }) => account)
}
