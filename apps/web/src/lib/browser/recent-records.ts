import { z } from 'zod/mini'

const KEY = 'recent-records'
const KEPT = 8

const recentRecord = z.object({ kind: z.string(), id: z.string(), name: z.string() })

export type RecentRecord = z.output<typeof recentRecord>

const stored = z.object({ person: z.nullable(z.string()), records: z.array(recentRecord) })

/**
 * The records that a user opened last in this browser, the newest first; null is a guest. They are forgotten when the user
 * signs out.
 */
export function recentRecords(person: string | null): readonly RecentRecord[] {
  const found = stored.safeParse(read())
  return found.success && found.data.person === person ? found.data.records : []
}

/** Puts a record first. Those of another user are forgotten. */
export function noteRecent(person: string | null, { kind, id, name }: RecentRecord): void {
  const others = recentRecords(person).filter((known) => known.id !== id)
  const records = [{ kind, id, name }, ...others].slice(0, KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify({ person, records }))
  } catch {
    // The browser keeps nothing: then no record is recent.
  }
}

export function forgetRecent(): void {
  localStorage.removeItem(KEY)
}

function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}
