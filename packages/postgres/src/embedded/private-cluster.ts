import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionTarget } from '../wire/target.ts'
import type { SystemAccount } from './account.ts'
import { adminTarget, startOrAdopt, stop } from './cluster.ts'
import { type Binaries, giveTo } from './cluster-paths.ts'

interface PrivateCluster {
  data: string
  binaries: Binaries
  account: SystemAccount | null
  settings?: Readonly<Record<string, string>>
  /** Ends a start that recovers. */
  signal?: AbortSignal | undefined
}

/** Nothing of what the cluster was configured with counts: it may name folders, servers and libraries that are elsewhere. */
const SETTINGS = {
  archive_cleanup_command: '',
  archive_mode: 'off',
  autovacuum: 'off',
  hot_standby: 'off',
  local_preload_libraries: '',
  logging_collector: 'off',
  max_connections: '20',
  // The copy of a subscriber would take the place of the real one.
  max_logical_replication_workers: '0',
  primary_conninfo: '',
  primary_slot_name: '',
  recovery_end_command: '',
  recovery_target: '',
  recovery_target_lsn: '',
  recovery_target_name: '',
  recovery_target_xid: '',
  // The last of the targets: Postgres refuses an empty one after another that is set.
  recovery_target_time: '',
  recovery_target_action: 'promote',
  // Of another history nothing is at hand.
  recovery_target_timeline: 'current',
  restore_command: 'false',
  session_preload_libraries: '',
  shared_preload_libraries: '',
  ssl: 'off',
  synchronous_standby_names: '',
}

/** A recovery replays what was written since the backup, which can be much. */
const START_WITHIN_MS = 24 * 3_600_000
const STOP_WITHIN_MS = 600_000

/**
 * Starts a Postgres that only this user can reach, without a password, does the work, and stops it. Throws
 * `StartFailed` where it does not start, and the reason of `signal`.
 */
export async function onPrivateCluster<T>(
  { data, binaries, account, settings = {}, signal }: PrivateCluster,
  work: (admin: ConnectionTarget) => Promise<T>,
): Promise<T> {
  const place = mkdtempSync(join(tmpdir(), 'cairn-'))
  try {
    const file = (name: string, content: string) => {
      writeFileSync(join(place, name), content, { mode: 0o600 })
      return join(place, name)
    }
    const files = {
      config_file: file('postgresql.conf', ''),
      hba_file: file('pg_hba.conf', 'local all all trust\n'),
      ident_file: file('pg_ident.conf', ''),
    }
    const log = file('postgres.log', '')
    if (account !== null) giveTo(place, account)
    const paths = { data, socket: place, log, binaries }
    const patience = { withinMs: START_WITHIN_MS, onWait: () => {}, signal }
    try {
      const running = await startOrAdopt(paths, account, { ...SETTINGS, ...files, ...settings }, patience)
      return await work(adminTarget(running, ''))
    } finally {
      await stop(data, STOP_WITHIN_MS)
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
