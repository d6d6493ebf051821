import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedOptions, type EmbeddedPostgres, openEmbedded } from '@cairn/postgres/embedded/embedded'
import { copyPrepared, EMPTY_CLUSTER, type PreparedCluster } from './prepared-cluster.ts'

/** A Postgres and streaming replicas of it, each in a folder below the given one. */
export interface Replicated {
  primary: EmbeddedPostgres
  replicas: readonly EmbeddedPostgres[]
  /** Adds a replica that has to be stopped with the others. */
  add(replica: EmbeddedPostgres): void
  /** Stops all of them. */
  stop(): Promise<void>
}

interface ReplicatedOptions extends Pick<EmbeddedOptions, 'binaries' | 'settings'> {
  folder: string
  replicas: number
  /** The contents of the primary at its start. */
  prepared?: PreparedCluster
}

/** Starts a primary and streaming replicas, made as copies of its files. */
export async function openReplicated({
  folder,
  replicas: count,
  prepared = EMPTY_CLUSTER,
  ...options
}: ReplicatedOptions): Promise<Replicated> {
  const original = join(folder, 'primary')
  if (options.binaries === undefined) {
    execFileSync('mkdir', ['-p', original])
    await copyPrepared(prepared, original)
  }
  const made = await openEmbedded({ ...options, folder: original })
  await made.stop()
  const copies = Array.from({ length: count }, (_, index) => join(folder, `replica${index + 1}`))
  for (const copy of copies) {
    execFileSync('cp', ['-a', original, copy])
    writeFileSync(join(copy, 'postgres', 'data', 'standby.signal'), '')
  }
  const primary = await openEmbedded({ ...options, folder: original })
  const replicas: EmbeddedPostgres[] = []
  for (const copy of copies) replicas.push(await openReplica(primary, copy, options))
  return {
    primary,
    replicas,
    add: (replica) => void replicas.push(replica),
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()))
      await primary.stop()
    },
  }
}

/** Starts the replica of a folder, also after a stop. */
export function openReplica(
  { admin: { host, port, user, password } }: EmbeddedPostgres,
  folder: string,
  options: Pick<EmbeddedOptions, 'binaries' | 'settings'> = {},
): Promise<EmbeddedPostgres> {
  const primary_conninfo = `host=${host} port=${port} user=${user} password=${password}`
  return openEmbedded({
    ...options,
    folder,
    settings: { ...options.settings, hot_standby: 'on', primary_conninfo },
  })
}
