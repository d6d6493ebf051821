import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'

export type { Statements }

/** A transaction as supabase_auth_admin. Everything in this folder works inside a transaction that its caller opened. */
export type Transaction = Parameters<Parameters<Privileged['transaction']>[0]>[0]

/** The time by which everything stored is judged: when this transaction began, on the database's clock. */
export async function databaseNow(tx: Transaction): Promise<Date> {
  const [row] = await tx<[{ now: Date }]>`select date_trunc('milliseconds', now()) as now`
  return row.now
}
