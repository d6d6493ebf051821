import { randomUUID } from 'node:crypto'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { LOCKS } from '@cairn/postgres/start/locks'
import { fingerprintOf, type InstallationSecrets } from '../tokens/secrets.ts'
import {
  deleteHolder,
  finishChange,
  holdersWithout,
  insertChange,
  latestChange,
  noteHolder,
  type SecretChangeRow,
} from './changes.ts'
import { keepKeysOf } from './kept-keys.ts'
import { rewriteAll } from './rewrite.ts'
import type { SealedRows } from './sealed-rows.ts'

/** The events of a change of the secret for the operator; each is sent once by a server. */
export type SecretChangeEvent =
  /** Servers that do not know the new secret are still running: values are encrypted with the former one. */
  | { kind: 'waiting'; servers: number }
  | { kind: 'begun' }
  /** No value needs the former secret any more. */
  | { kind: 'finished'; rewritten: number; unreadable: number; say: string }

const MAY_BE_REMOVED =
  'Nothing is left that needs CAIRN_SECRET_BEFORE. Remove it, and start the servers again one after the other.'

/** A server's part in a change of the installation's secret. */
export interface SecretChange {
  /** Notes which secrets this server knows; during a change, does the next step. Runs every few seconds. */
  turn(): Promise<void>
  /** This server stops: the others do not wait for it. */
  leave(): Promise<void>
}

interface SecretChangeOptions {
  database: Privileged
  secrets: InstallationSecrets
  /** All values that are stored encrypted. */
  sealed: readonly SealedRows[]
  /** Gives the database users of the servers the passwords of the present secret. */
  renewPasswords: () => Promise<void>
  observe: (event: SecretChangeEvent) => void
}

/**
 * Takes part in a change of the secret. Values are not encrypted with the new secret before every running server knows
 * it; then encrypted values are rewritten, and the change is finished when none is left and every server writes with
 * the new secret.
 */
export function createSecretChange(options: SecretChangeOptions): SecretChange {
  const { database, secrets, sealed, renewPasswords } = options
  const { former } = secrets
  const server = randomUUID()
  const present = fingerprintOf(secrets.present)
  const told = new Set<SecretChangeEvent['kind']>()
  let rewritten = 0

  function tell(event: SecretChangeEvent): void {
    if (!told.has(event.kind)) options.observe(event)
    told.add(event.kind)
  }

  const note = () => database.statement((sql) => noteHolder(sql, server, secrets))

  async function begin(before: Uint8Array): Promise<SecretChangeRow | null> {
    return database.transaction(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCKS.secretChange})`
      const begun = await latestChange(tx)
      if (begun?.present === present) return begun
      const { unaware } = await holdersWithout(tx, present)
      if (unaware > 0) {
        tell({ kind: 'waiting', servers: unaware })
        return null
      }
      await insertChange(tx, { former: fingerprintOf(before), present })
      await keepKeysOf(tx, before, secrets.present)
      return latestChange(tx)
    })
  }

  async function finish(change: SecretChangeRow): Promise<void> {
    const pass = await rewriteAll(database, sealed, secrets)
    if (pass === null) return
    rewritten += pass.rewritten
    await renewPasswords()
    if (pass.rewritten > 0) return
    const { behind } = await database.statement((sql) => holdersWithout(sql, present))
    if (behind > 0) return
    if (change.finishedAt === null) await database.statement((sql) => finishChange(sql, change.id))
    tell({ kind: 'finished', rewritten, unreadable: pass.unreadable, say: MAY_BE_REMOVED })
  }

  return {
    async turn() {
      await note()
      if (former === null) return
      const change = await begin(former)
      if (change === null) return
      if (secrets.writes === 'former') {
        secrets.writeWith('present')
        await note()
        tell({ kind: 'begun' })
      }
      // The first pass after a restart finds the values that a server wrote late, before the restart.
      if (!told.has('finished')) await finish(change)
    },
    async leave() {
      // Where the database is unavailable, the others count this server as gone a little later.
      await database.statement((sql) => deleteHolder(sql, server)).catch(() => {})
    },
  }
}
