import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { BackupProblem } from './backup-problem.ts'
import { openFrames } from './format/frames.ts'
import { damaged, type Header } from './format/header.ts'
import { type BackupRecord, decodeRecords } from './format/records.ts'
import { checkManifest, createMeeting, NotAsListed } from './manifest.ts'
import { createTarReader, NotFromPostgres, type TarPart } from './tar-entries.ts'

const end = z.object({ lsn: z.string(), timeline: z.int() })

/** The contents of a backup beside its files. */
export interface ReadBackup {
  secret: string | null
  /** The LSN up to which it holds every commit. */
  lsn: string
  /** The timeline of the Postgres in which the backup was made. */
  timeline: number
}

/** A backup whose header has been read. */
export interface OpenBackup {
  header: Header
  /** Gives all files in turn, and rejects unless every byte is as it was written and as Postgres' manifest says. */
  read(take: (part: TarPart) => Promise<void>, signal?: AbortSignal): Promise<ReadBackup>
  close(): Promise<void>
}

/** Opens a backup. Throws {@link BackupProblem} for another file, and for a key that is missing or another. */
export async function openBackup(file: string, passphrase: string | null): Promise<OpenBackup> {
  const frames = await openFrames(file, passphrase)
  if (frames.header.holds !== 'backup') {
    await frames.close()
    throw new BackupProblem(`${file} is a part of what Postgres wrote, and no backup.`)
  }
  return {
    header: frames.header,
    close: frames.close,
    async read(take, signal) {
      const reading = createReading(take)
      let taking: Promise<void> = Promise.resolve()
      const takeAll = (content: AsyncIterable<Buffer>) => {
        taking = (async () => {
          for await (const record of decodeRecords(content)) await reading.take(record)
        })()
        return taking
      }
      try {
        await pipeline(frames.payloads(), createGunzip(), takeAll, { signal })
        return reading.end()
      } catch (error) {
        throw isDamage(error) ? damaged(file, error) : error
      } finally {
        // A pipeline that fails or is ended does not wait for its consumer.
        await taking.catch(() => {})
      }
    },
  }
}

function createReading(take: (part: TarPart) => Promise<void>) {
  const tar = createTarReader()
  const files = createMeeting()
  const manifest: Buffer[] = []
  let secret: string | null = null
  let last: z.infer<typeof end> | null = null

  async function takeFiles(bytes: Buffer): Promise<void> {
    for (const part of tar(bytes)) {
      files.add(part)
      await take(part)
    }
  }

  return {
    async take({ kind, bytes }: BackupRecord): Promise<void> {
      if (last !== null) throw new NotAsListed('Something follows the end')
      if (kind === 'files') await takeFiles(bytes)
      else if (kind === 'manifest') manifest.push(Buffer.from(bytes))
      else if (kind === 'secret') secret = bytes.toString('utf8')
      else last = end.parse(JSON.parse(bytes.toString('utf8')))
    },
    end(): ReadBackup {
      if (last === null) throw new NotAsListed('The end is missing')
      checkManifest(Buffer.concat(manifest), files.met())
      return { secret, ...last }
    },
  }
}

/** Distinguishes damaged contents from system errors about folders and disks. */
function isDamage(error: unknown): boolean {
  if (error instanceof BackupProblem || !(error instanceof Error)) return false
  if (error instanceof NotAsListed || error instanceof NotFromPostgres) return true
  if (error instanceof SyntaxError || error instanceof z.ZodError) return true
  return !('code' in error) || (typeof error.code === 'string' && error.code.startsWith('Z_'))
}
