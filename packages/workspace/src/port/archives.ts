import type { Phrase } from '../lib/phrase.ts'

/** The account as one file that can leave the server. An account has one at a time. */
export interface Archive {
  id: string
  /** `failed` after three tries. */
  state: 'waiting' | 'working' | 'ready' | 'failed'
  /** How much of it there is so far: its size, the lines in it, and the parts in which it is fetched. */
  bytes: number
  entries: number
  parts: number
  requestedAt: Date
  /** When it is deleted. */
  expiresAt: Date
}

/** What became of the archive that was brought last. */
export interface ArchiveImport {
  state: 'uploading' | 'waiting' | 'working' | 'done' | 'failed'
  /** How many lines were taken in. */
  entries: number
  /** Why it was not taken in, in a sentence; null where it was, or is not decided. */
  problem: Phrase | null
}

export interface ArchiveState {
  archive: Archive | null
  import: ArchiveImport | null
  /** Whether the account has nothing yet, so that it can take in an archive. */
  isEmpty: boolean
}

/** How much of an archive is brought at once. */
export const ARCHIVE_PART_BYTES = 750_000

/** Archives of the account; for admins alone. The server makes them and takes them in, in the background. */
export interface ArchivesPart {
  state(): Promise<ArchiveState>
  /** Has one made, in place of the last one. */
  request(): Promise<void>
  /** A part of one that is ready, from 1 on. */
  part(id: string, place: number): Promise<Uint8Array<ArrayBuffer>>
  /** Deletes it, or ends the making of it. */
  remove(id: string): Promise<void>
  /** Brings an archive part by part, and says how many bytes have come; then the server takes it in. The signal ends it. */
  takeIn(file: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void>
}
