import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { LOCKS } from '@cairn/postgres/start/locks'
import { createSealer, SealBroken, type Sealer } from '../tokens/sealing.ts'
import type { InstallationSecrets } from '../tokens/secrets.ts'
import type { SealedRow, SealedRows } from './sealed-rows.ts'

/** The result of a pass over all encrypted values. */
export interface Rewritten {
  /** Values that only the former secret opened; they were rewritten. */
  rewritten: number
  /** Values that neither secret opens. */
  unreadable: number
}

/** The batch size, small enough that no other transaction waits for the locks. */
const BATCH = 200

/**
 * Rewrites the values that only the former secret opens, batch by batch. A value that changes meanwhile stays as it is:
 * it was written with the present secret. Can be repeated, and by several servers: null where another one is doing it.
 */
export async function rewriteAll(
  database: Privileged,
  kinds: readonly SealedRows[],
  { present, former }: InstallationSecrets,
): Promise<Rewritten | null> {
  const sum: Rewritten = { rewritten: 0, unreadable: 0 }
  for (const kind of kinds) {
    const sealers = {
      present: createSealer(present, kind.purpose),
      former: former === null ? null : createSealer(former, kind.purpose),
    }
    let key: string | null = null
    do {
      const from: string | null = key
      const batch: Batch | null = await database.transaction((tx) =>
        rewriteBatch(tx, { kind, from, sealers }),
      )
      if (batch === null) return null
      sum.rewritten += batch.rewritten
      sum.unreadable += batch.unreadable
      key = batch.last
    } while (key !== null)
  }
  return sum
}

interface Sealers {
  present: Sealer
  former: Sealer | null
}

/** `last` is null where no rows follow. */
type Batch = Rewritten & { last: string | null }

async function rewriteBatch(
  tx: Statements,
  { kind, from, sealers }: { kind: SealedRows; from: string | null; sealers: Sealers },
): Promise<Batch | null> {
  const [turn] = await tx`select pg_try_advisory_xact_lock(${LOCKS.secretChange}) as mine`
  if (turn?.['mine'] !== true) return null
  const rows = await kind.after(tx, from, BATCH)
  const outcome = {
    rewritten: 0,
    unreadable: 0,
    last: rows.length < BATCH ? null : (rows.at(-1)?.key ?? null),
  }
  for (const row of rows) {
    if (opened(sealers.present, row) !== null) continue
    const text = sealers.former === null ? null : opened(sealers.former, row)
    if (text === null) outcome.unreadable += 1
    else if (await kind.replace(tx, row, sealers.present.seal(text, row.place))) outcome.rewritten += 1
  }
  return outcome
}

/** null where another secret has sealed it. */
function opened(sealer: Sealer, { sealed, place }: SealedRow): string | null {
  try {
    return sealer.open(sealed, place)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
