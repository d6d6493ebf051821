import type { Statements } from '@cairn/postgres/pool/privileged'
import { holdersWithout, latestChange, type SecretChangeRow } from './changes.ts'

/** How a change of the secret goes, for the operator. */
export interface SecretChangeState {
  /** The newest one; null where there was none. */
  change: SecretChangeRow | null
  /** Servers that run, and those of them that write with another secret than the newest. */
  servers: { all: number; behind: number }
  /** Keys that were kept of former secrets. */
  kept: number
}

export async function describeSecretChange(sql: Statements): Promise<SecretChangeState> {
  const change = await latestChange(sql)
  const { all, behind } = await holdersWithout(sql, change?.present ?? '')
  const [row] = await sql<[{ kept: number }]>`select count(*)::int as kept from auth.kept_keys`
  return { change, servers: { all, behind: change === null ? 0 : behind }, kept: row.kept }
}
