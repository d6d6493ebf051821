import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SystemAccount } from '@cairn/postgres/embedded/account'
import { fullestOf, keptSegments, unpackSegment } from './kept-segments.ts'

const LOOK_AGAIN_MS = 10
const WANTED = /^wanted-([0-9A-F]{24})$/
/** A file can get another name between the look and its opening: a server may go on to write there. */
const TRIES = 3

/**
 * The script that Postgres runs for each file it asks for: the script names the file and waits for an answer. History
 * files get no answer. A code above 125 ends the recovery.
 */
const SCRIPT = `#!/bin/sh
place="\${0%/*}"
case "$1" in *.history|*.backup) exit 1 ;; esac
: > "$place/wanted-$1" || exit 255
looks=0
while [ -e "$place/wanted-$1" ]; do
  looks=$((looks + 1))
  [ "$looks" -gt 100000 ] && exit 255
  sleep 0.02 || sleep 1
done
[ -e "$place/given-$1" ] && exec mv "$place/given-$1" "$2"
[ -e "$place/ended" ] && exit 255
exit 1
`

interface Supplying {
  /** Where the kept segments are. */
  folder: string
  passphrase: string | null
  /** The data directory that recovers; its own pg_wal goes before what was kept. */
  data: string
  account: SystemAccount | null
  segmentBytes: number
}

/** Hands Postgres segments as it asks for them, so that only those are unpacked that it needs. */
export interface SegmentSupply {
  /** The setting by which Postgres asks. */
  command: string
  /** Why it got no segment that was kept: it is damaged, or the system refused; null otherwise. */
  failure(): unknown
  /** The first segment that is not there as a whole although a later one is; null where none was asked for. */
  gap(): string | null
  close(): Promise<void>
}

/** Begins to answer. The place in which that happens is beside the data directory, and is removed at the end. */
export async function supplySegments(parts: Supplying): Promise<SegmentSupply> {
  const { data, account } = parts
  const place = `${data}-supply`
  await mkdir(place, { mode: 0o700 })
  const script = join(place, 'supply.sh')
  await writeFile(script, SCRIPT, { mode: 0o700 })
  const give = async (path: string) => {
    if (account !== null) await chown(path, account.uid, account.gid)
  }
  await give(place)
  await give(script)
  const found: { failure: unknown; gap: string | null } = { failure: null, gap: null }
  const stop = new AbortController()

  async function answer(name: string): Promise<void> {
    const draft = join(place, `draft-${name}`)
    try {
      const { given, gap } = await fetchSegment(name, draft, parts)
      if (gap) found.gap ??= name
      if (given) {
        await give(draft)
        await rename(draft, join(place, `given-${name}`))
      }
    } catch (error) {
      found.failure ??= error
      await writeFile(join(place, 'ended'), '')
    }
    await rm(join(place, `wanted-${name}`), { force: true })
  }

  async function serve(): Promise<void> {
    while (!stop.signal.aborted) {
      for (const file of await readdir(place)) {
        const name = WANTED.exec(file)?.[1]
        if (name !== undefined) await answer(name)
      }
      await wait(LOOK_AGAIN_MS)
    }
  }

  const serving = serve()
  serving.catch((error) => {
    found.failure ??= error
  })
  return {
    command: `/bin/sh ${quoted(script)} %f "%p"`,
    failure: () => found.failure,
    gap: () => found.gap,
    async close() {
      stop.abort()
      await serving.catch(() => {})
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** For a shell, in a setting of Postgres in which a percent sign has a meaning. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

async function fetchSegment(
  name: string,
  to: string,
  { folder, passphrase, data, segmentBytes }: Supplying,
): Promise<{ given: boolean; gap: boolean }> {
  // The segments in the backup itself are whole, whatever was kept beside it.
  if (existsSync(join(data, 'pg_wal', name))) return { given: false, gap: false }
  for (let tries = 1; ; tries += 1) {
    try {
      const kept = await keptSegments(folder)
      const segment = kept.find((one) => one.name === name)
      const isLast = kept.every((one) => one.name <= name)
      const from = segment?.whole ?? (await fullestOf(segment?.unfinished ?? [], passphrase))?.file ?? null
      if (from === null) return { given: false, gap: !isLast }
      await unpackSegment(from, { to, passphrase })
      // Postgres accepts no shorter segment.
      await truncate(to, segmentBytes)
      return { given: true, gap: segment?.whole === null && !isLast }
    } catch (error) {
      if (tries === TRIES || !isMissing(error)) throw error
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
