import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import type { TarPart } from './tar-entries.ts'

const manifest = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      'Encoded-Path': z.string().optional(),
      Size: z.number(),
      Checksum: z.string().optional(),
    }),
  ),
  'WAL-Ranges': z.array(z.object({ Timeline: z.number(), 'Start-LSN': z.string(), 'End-LSN': z.string() })),
  'Manifest-Checksum': z.string(),
})

/** A file as it was met: its size and SHA-256. */
export interface Met {
  size: number
  checksum: string
}

/** Thrown where a backup differs from Postgres' manifest. */
export class NotAsListed extends Error {
  override name = 'NotAsListed'
}

/**
 * Compares what was met with the manifest that Postgres made, and the manifest with its own checksum. Throws
 * {@link NotAsListed} with the first difference. What Postgres writes is not listed by name: it checks that itself.
 *
 * Source: https://www.postgresql.org/docs/current/backup-manifest-format.html
 */
export function checkManifest(text: Buffer, met: ReadonlyMap<string, Met>): void {
  const listed = manifest.parse(JSON.parse(text.toString('utf8')))
  const before = text.subarray(0, text.lastIndexOf('\n', text.length - 2) + 1)
  if (createHash('sha256').update(before).digest('hex') !== listed['Manifest-Checksum']) {
    throw new NotAsListed('The manifest is not as Postgres wrote it')
  }
  const names = new Set<string>()
  for (const file of listed.Files) {
    const name = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString('utf8')
    names.add(name)
    const found = met.get(name)
    if (found === undefined) throw new NotAsListed(`${name} is missing`)
    if (found.size !== file.Size || found.checksum !== file.Checksum) throw new NotAsListed(`${name} differs`)
  }
  for (const name of met.keys()) {
    if (!names.has(name) && !name.startsWith('pg_wal/')) throw new NotAsListed(`${name} is not listed`)
  }
}

/** Takes sizes and checksums of files as they come. */
export function createMeeting(): { add(part: TarPart): void; met(): Map<string, Met> } {
  const all = new Map<string, Met>()
  let now: { name: string; size: number; hash: Hash } | null = null

  function end(): void {
    if (now !== null) all.set(now.name, { size: now.size, checksum: now.hash.digest('hex') })
    now = null
  }

  return {
    add(part) {
      if (part.kind === 'bytes') {
        if (now === null) return
        now.size += part.bytes.length
        now.hash.update(part.bytes)
        return
      }
      end()
      if (part.kind === 'file') now = { name: part.name, size: 0, hash: createHash('sha256') }
    },
    met() {
      end()
      return all
    },
  }
}
