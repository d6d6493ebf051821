import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { baseBackup } from '@cairn/postgres/replication/base-backup'
import { NO_PATIENCE, reach } from '@cairn/postgres/start/patience'
import type { Endpoint } from '@cairn/postgres/wire/dial'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { BackupProblem } from './backup-problem.ts'
import { beginFrames, framed } from './format/frames.ts'
import type { Header } from './format/header.ts'
import { encodeRecord } from './format/records.ts'
import { checkManifest, createMeeting } from './manifest.ts'
import { createTarReader } from './tar-entries.ts'
import { cairnVersion } from './version.ts'
import { whichPostgres } from './which-postgres.ts'
import { whyNoBackup } from './why-no-backup.ts'

/** The source and the target of a backup. */
export interface BackupRequest {
  file: string
  target: ConnectionTarget
  /** Whether the source is Cairn's own Postgres. */
  builtIn: boolean
  /** Encrypts the backup. */
  passphrase: string | null
  /** The installation's secret, where it is to be in the backup. */
  secret: string | null
  /** Aborts the backup; nothing of it stays. */
  signal?: AbortSignal
  /** Called when Postgres has begun: the backup holds everything acknowledged before. */
  onBegin?: () => void
}

/** A backup that was written and compared with its manifest. */
export interface MadeBackup {
  file: string
  bytes: number
  /** The LSN, Postgres' own count, up to which the backup holds every commit. */
  lsn: string
  seconds: number
}

/**
 * Copies a whole Postgres into a file while it serves, and compares each file of it with Postgres' manifest. The file has
 * its name only when it is whole. Throws {@link BackupProblem}.
 */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { passphrase, secret, signal } = request
  const file = resolve(request.file)
  if (existsSync(file)) throw new BackupProblem(`There is a file ${file} already. Name another one.`)
  if (secret !== null && passphrase === null) {
    throw new BackupProblem('A backup with the secret in it has to be encrypted. Set BACKUP_KEY.')
  }
  const began = performance.now()
  const draft = `${file}.${process.pid}.partial`
  try {
    const { header, endpoint } = await describe(request)
    const framing = await beginFrames(header, passphrase)
    const outcome = { lsn: '', timeline: 0 }
    await pipeline(
      recordsOf({ ...request, target: { ...request.target, ...endpoint } }, outcome),
      createGzip({ level: 1 }),
      (bytes: AsyncIterable<Buffer>) => framed(framing, bytes),
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
      { signal },
    )
    await rename(draft, file)
    const { size } = await stat(file)
    return { file, bytes: size, lsn: outcome.lsn, seconds: (performance.now() - began) / 1_000 }
  } catch (error) {
    await rm(draft, { force: true })
    throw whyNoBackup(error, { target: request.target, dir: dirname(file) })
  }
}

/** Describes the Postgres for the header, and finds the address that takes writes where there are several. */
async function describe({
  target,
  builtIn,
}: BackupRequest): Promise<{ header: Omit<Header, 'key'>; endpoint: Endpoint }> {
  const client = await reach(target, 'cairn backup', NO_PATIENCE)
  try {
    const { version, system, superuser, timeline, lsn } = await whichPostgres(client.sql)
    const header = {
      holds: 'backup',
      cairn: cairnVersion(),
      postgres: version,
      system,
      builtIn,
      superuser,
      database: target.database,
      madeAt: new Date().toISOString(),
      timeline,
      lsn,
    } as const
    return { header, endpoint: client.endpoint }
  } finally {
    await client.close()
  }
}

/** Yields everything that the backup holds. Throws where it differs from Postgres' manifest. */
async function* recordsOf(
  { target, secret, onBegin }: BackupRequest,
  outcome: { lsn: string; timeline: number },
): AsyncGenerator<Buffer, void, void> {
  const tar = createTarReader()
  const files = createMeeting()
  const manifest: Buffer[] = []
  for await (const part of baseBackup({ target, name: 'cairn backup' })) {
    if (part.kind === 'begun') {
      outcome.timeline = part.timeline
      onBegin?.()
    } else if (part.kind === 'ended') outcome.lsn = part.lsn
    else {
      if (part.kind === 'manifest') manifest.push(Buffer.from(part.bytes))
      else for (const met of tar(part.bytes)) files.add(met)
      yield encodeRecord(part)
    }
  }
  checkManifest(Buffer.concat(manifest), files.met())
  if (secret !== null) yield encodeRecord({ kind: 'secret', bytes: Buffer.from(secret) })
  yield encodeRecord({ kind: 'end', bytes: Buffer.from(JSON.stringify(outcome)) })
}
