import type { Reason } from '../errors.ts'

/** The account as one file that can leave the server. An account has one at a time. */
export interface Archive {
  id: string
  /** `failed` after three tries. */
  state: 'waiting' | 'working' | 'ready' | 'failed'
  /** The progress: the size so far, the number of lines, and the number of parts in which the archive is downloaded. */
  bytes: number
  entries: number
  parts: number
  requestedAt: Date
  /** When it is deleted. */
  expiresAt: Date
}

/** The state of the last archive that was uploaded to be restored. */
export interface ArchiveImport {
  state: 'uploading' | 'waiting' | 'working' | 'done' | 'failed'
  /** How many lines were restored. */
  entries: number
  /** Why the archive was not restored; null where it was, or where that is undecided. */
  problem: Reason | null
}

export interface ArchiveState {
  archive: Archive | null
  import: ArchiveImport | null
  /** Whether the account is still empty, so that an archive can be restored into it. */
  isEmpty: boolean
}

/** How many bytes of an archive are uploaded at once. */
export const ARCHIVE_PART_BYTES = 750_000

/** Archives of the account; for admins alone. The server creates and restores them in the background. */
export interface ArchivesPart {
  state(): Promise<ArchiveState>
  /** Requests a new archive, which replaces the last one. */
  request(): Promise<void>
  /** Returns a part of an archive that is ready, from 1 on. */
  part(id: string, place: number): Promise<Uint8Array<ArrayBuffer>>
  /** Deletes the archive, or stops creating it. */
  remove(id: string): Promise<void>
  /**
   * Uploads an archive part by part and reports how many bytes were sent; then the server restores it. The signal
   * aborts the upload.
   */
  takeIn(file: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void>
}
