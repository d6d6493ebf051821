import { copyFile, stat, truncate } from 'node:fs/promises'

/** Beyond this size a log becomes the previous one, of which there is one: twice this much is kept. */
export const LARGEST_LOG_BYTES = 5 * 1024 * 1024
const LOOK_EVERY_MS = 10_000

/**
 * Keeps the file small into which Postgres writes its log, until the returned function is called. Postgres has the file
 * open for appending, so it is copied and emptied; what is written in between is lost. A failure (a full disk) is met
 * again at the next look.
 */
export function keepLogSmall(path: string, lookEveryMs = LOOK_EVERY_MS): () => void {
  let looking = false
  async function look(): Promise<void> {
    if (looking) return
    looking = true
    await rotate(path).catch(() => {})
    looking = false
  }
  void look()
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  return () => clearInterval(timer)
}

async function rotate(path: string): Promise<void> {
  if ((await stat(path)).size <= LARGEST_LOG_BYTES) return
  // Without room for a copy there is all the more reason to empty it.
  await copyFile(path, `${path}.1`).catch(() => {})
  await truncate(path)
}
